/// Attributes a connection's packets and retransmitted payload to its exchanges.
protocol PacketAttribution: AnyObject {
    /// Counts `count` bytes of repeated payload from stream offset `offset` on. Returns the order of its
    /// exchange if that exchange has been taken, and so could not count it.
    func countRepeated(_ count: Int, at offset: Int, _ direction: StreamDirection) -> Int?

    /// IP bytes of packets since the last call that had nothing to read.
    func weighQuiet(_ bytes: DirectionBytes)

    /// A packet of this many IP bytes begins; its content follows.
    func beginPacket(_ bytes: Int, _ direction: StreamDirection)

    /// All content of the packet has been handed over.
    func endPacket()
}
