import Wire

/// What one captured packet turned out to be.
enum PacketKind {
    case segment
    case datagram
    /// Part of a packet that was cut up on its way.
    case fragment
    /// Nothing of TCP or UDP: neighbour discovery and the like.
    case other
    /// Cut so short by its recorder that its headers are incomplete.
    case cutShort
    case damaged(Damage)
    case unknownLink(LinkType)

    /// What contradicts itself.
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
