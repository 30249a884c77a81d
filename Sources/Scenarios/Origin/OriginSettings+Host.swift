extension OriginSettings {
    /// Host name of the scenario's own origin.
    package static let hostName = "origin.netlab.test"
}
