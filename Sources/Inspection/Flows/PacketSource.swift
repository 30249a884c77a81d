/// Which end of a connection sent the packet at hand, and its IP bytes.
struct PacketSource {
    /// True if the sender of the connection's first packet sent it.
    let isFirst: Bool
    let bytes: Int
}
