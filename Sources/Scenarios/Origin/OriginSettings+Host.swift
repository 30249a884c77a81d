extension OriginSettings {
    /// What a scenario's client calls the origin.
    package static let hostName = "origin.netlab.test"
}
