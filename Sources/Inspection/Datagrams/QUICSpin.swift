/// The round trips that QUIC's spin bit shows (RFC 9000, 17.4): a client turns the bit over once in a round trip, and the
/// server repeats it.
///
/// An end that does not take part sends a constant bit, or a random one; see `CaptureDatagrams.roundTrip`.
struct QUICSpin: Hashable, Sendable {
    private static let longHeader: UInt8 = 0x80
    private static let spin: UInt8 = 0x20

    private struct Side: Hashable, Sendable {
        var bit: UInt8?
        /// When the bit last turned.
        var turn: Int64?

        mutating func take(_ now: UInt8, _ stamp: Int64) -> Int64? {
            guard let before = bit, before != now else {
                bit = now
                return nil
            }
            defer { (bit, turn) = (now, stamp) }
            guard let turn, stamp > turn else { return nil }
            return stamp - turn
        }
    }

    private var up = Side()
    private var down = Side()

    /// Takes a datagram's first byte. Returns the time since the bit last turned in this direction, if it turns now.
    mutating func roundTrip(_ first: UInt8, isUp: Bool, _ stamp: Int64) -> Int64? {
        guard first & Self.longHeader == 0 else { return nil }
        return isUp ? up.take(first & Self.spin, stamp) : down.take(first & Self.spin, stamp)
    }
}
