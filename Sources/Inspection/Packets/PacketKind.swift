import Wire

/// The kind of a captured packet.
enum PacketKind {
    case segment
    case datagram
    /// Part of a fragmented packet.
    case fragment
    /// Neither TCP nor UDP: neighbour discovery and the like.
    case other
    /// Its recorder cut it within its headers.
    case cutShort
    case damaged(Damage)
    case unknownLink(LinkType)

    /// The header that contradicts itself.
    enum Damage: String {
        case ipv4 = "its IPv4 header contradicts itself"
        case ipv6 = "its IPv6 header contradicts itself"
        case tcp = "its TCP header contradicts itself"
        case udp = "its UDP header contradicts itself"
        case shortTCP = "its IP packet is too short for a TCP header"
        case longTCP = "its TCP header contradicts its IP packet, which is shorter"
        case layers = "it has too many headers around headers"
    }
}
