package import LinkModel

/// The tools whose line formats are read and written.
package enum LinkFormat: String, Hashable, Sendable, CaseIterable {
    case trafficControl = "tc"
    case toxiproxy
    case mahimahi

    /// The line in this tool's format. `title` describes it in one line.
    package func export(_ link: LinkParameters, title: String) -> Export {
        switch self {
        case .trafficControl: TrafficControlExport(link).export(title: title)
        case .toxiproxy: ToxiproxyExport(link).export()
        case .mahimahi: MahimahiExport(link).export(title: title)
        }
    }
}
