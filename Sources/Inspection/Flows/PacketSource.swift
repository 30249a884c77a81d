/// The end of a connection that sent the current packet, and its IP bytes.
struct PacketSource {
    /// True if it is the end that sent the connection's first packet.
    let isFirst: Bool
    let bytes: Int
}
