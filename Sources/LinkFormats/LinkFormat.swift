package import LinkModel

/// The other tools whose lines are read and written.
package enum LinkFormat: String, Hashable, Sendable, CaseIterable {
    case trafficControl = "tc"
    case toxiproxy
    case mahimahi

    /// The line as this tool takes it. `title` says in a line what it is.
    package func export(_ link: LinkParameters, title: String) -> Export {
        switch self {
        case .trafficControl: TrafficControlExport(link).export(title: title)
        case .toxiproxy: ToxiproxyExport(link).export()
        case .mahimahi: MahimahiExport(link).export(title: title)
        }
    }
}
