/// What the link layer adds to every IP packet: with it the rate is the link's own, not that of IP bytes.
package struct LinkFraming: Hashable, Sendable {
    /// Bytes added to each packet.
    package var overhead: Int
    /// Packets are cut into cells of 53 bytes with 48 bytes of payload, the last one filled up.
    package var isATM: Bool

    package static let none = LinkFraming(overhead: 0, isATM: false)

    package init(overhead: Int, isATM: Bool = false) {
        self.overhead = overhead
        self.isATM = isATM
    }

    /// What a packet of so many bytes takes on the link.
    @inlinable
    package func bytes(_ packet: Int) -> Int {
        let framed = max(0, packet + overhead)
        return isATM ? (framed + 47) / 48 * 53 : framed
    }
}
