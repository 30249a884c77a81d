import Inspection

extension HeaderDamage {
    /// Without a full stop.
    var words: String {
        switch self {
        case .ipv4: "its IPv4 header contradicts itself"
        case .ipv6: "its IPv6 header contradicts itself"
        case .tcp: "its TCP header contradicts itself"
        case .udp: "its UDP header contradicts itself"
        case .shortTCP: "its IP packet is too short for a TCP header"
        case .longTCP: "its TCP header contradicts its IP packet, which is shorter"
        case .layers: "it has too many headers around headers"
        }
    }
}
