import Figures
import LinkModel

/// Which versions of IP a line carries, for people.
enum LineAddressWords {
    /// nil for IPv4 alone.
    static func text(_ link: LinkParameters) -> String? {
        let slow =
            link.aaaaDelay > 0
            ? ["IPv6 addresses \(DurationFormat.text(link.aaaaDelay)) later than others"] : []
        let parts = [versions(link)].compactMap { $0 } + slow
        return parts.isEmpty ? nil : parts.joined(separator: ", ")
    }

    private static func versions(_ link: LinkParameters) -> String? {
        switch (link.ip, link.ip6Fault) {
        case (.v4, _): nil
        case (.v6, _): "IPv6"
        case (.both, nil): "IPv4 and IPv6"
        case (.both, .noRoute): "IPv4, and IPv6 without a route"
        case (.both, .blackHole): "IPv4, and IPv6 that is lost"
        case (.nat64, _): "IPv6 only, translated to IPv4 (NAT64)"
        }
    }
}
