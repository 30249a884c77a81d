import LinkModel

/// What of a line belongs to the hosts at its ends, and to their name server: they are made with it, and keep it.
enum HostSetting: String, CaseIterable {
    case mtu, dnsDelay, aaaaDelay, ip, ip6

    /// As `--set` names it.
    var key: String { "link.\(rawValue)" }

    /// True if hosts of another line cannot give a line what it asks for. A line that asks for nothing takes what there is.
    func isMissing(from hosts: LinkParameters, for link: LinkParameters) -> Bool {
        let usual = LinkParameters.unlimited
        return switch self {
        case .mtu: link.mtu != usual.mtu && link.mtu != hosts.mtu
        case .dnsDelay: link.dnsDelay != usual.dnsDelay && link.dnsDelay != hosts.dnsDelay
        case .aaaaDelay: link.aaaaDelay != usual.aaaaDelay && link.aaaaDelay != hosts.aaaaDelay
        case .ip: link.ip != usual.ip && link.ip != hosts.ip
        case .ip6: link.ip6Fault != usual.ip6Fault && link.ip6Fault != hosts.ip6Fault
        }
    }

    static func missing(from hosts: LinkParameters, for link: LinkParameters) -> [HostSetting] {
        allCases.filter { $0.isMissing(from: hosts, for: link) }
    }
}
