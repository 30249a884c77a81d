/// What the link layer adds to every IP packet; with it, the rate counts the link's own bytes instead of IP
/// bytes.
package struct LinkFraming: Hashable, Sendable {
    /// Bytes added to each packet.
    package var overhead: Int
    /// Packets are split into cells of 53 bytes with 48 bytes of payload; the last cell is padded.
    package var isATM: Bool

    package static let none = LinkFraming(overhead: 0, isATM: false)

    package init(overhead: Int, isATM: Bool = false) {
        self.overhead = overhead
        self.isATM = isATM
    }

    /// Bytes that a packet of this size takes on the link.
    @inlinable
    package func bytes(_ packet: Int) -> Int {
        let framed = max(0, packet + overhead)
        return isATM ? (framed + 47) / 48 * 53 : framed
    }
}
