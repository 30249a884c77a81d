/// How a packet's headers contradict themselves.
package enum HeaderDamage: Hashable, Sendable, CaseIterable {
    case ipv4, ipv6, tcp, udp
    /// The IP packet is too short for a TCP header.
    case shortTCP
    /// The TCP header is longer than its IP packet.
    case longTCP
    /// Too many headers around headers.
    case layers
}
