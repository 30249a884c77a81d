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
    case damaged(HeaderDamage)
    case unknownLink(LinkType)
}
