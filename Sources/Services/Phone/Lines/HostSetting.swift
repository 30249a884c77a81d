import LinkModel

/// What of a line belongs to the hosts at its ends, which are made with it and keep it, or to their name server, which all
/// phones ask.
enum HostSetting: String, CaseIterable {
    case mtu, dnsDelay, aaaaDelay, ip, ip6

    /// True if the shared line can change it, but no phone's own.
    var isOfNames: Bool { self == .dnsDelay || self == .aaaaDelay }

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

    /// For the line of one phone, or of all that share one.
    static func missing(from hosts: LinkParameters, for link: LinkParameters, isOwn: Bool) -> [HostSetting] {
        allCases.filter { (isOwn || !$0.isOfNames) && $0.isMissing(from: hosts, for: link) }
    }
}
