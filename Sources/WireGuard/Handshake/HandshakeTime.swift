import Wire

/// When a handshake's first message was made, as a TAI64N label. A later message has a greater one, so that an old
/// one can be told, even by an end that was started anew.
struct HandshakeTime: Hashable, Comparable, Sendable {
    static let count = 12
    /// 1970 began ten seconds late in international atomic time; later leap seconds are left out.
    private static let start: UInt64 = 1 << 62 + 10
    /// The time is given no finer than this (about 17 ms): more would tell others how exact the machine's clock is.
    private static let grain: Int64 = 1 << 24

    let seconds: UInt64
    let nanoseconds: UInt32

    /// The moment this long after 1970.
    init(sinceEpoch time: Nanoseconds) {
        let time = max(0, time) & ~(Self.grain - 1)
        seconds = Self.start + UInt64(time / 1_000_000_000)
        nanoseconds = UInt32(time % 1_000_000_000)
    }

    /// nil for any other number of bytes.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.count else { return nil }
        seconds = bytes[..<8].reduce(0) { $0 << 8 | UInt64($1) }
        nanoseconds = bytes[8...].reduce(0) { $0 << 8 | UInt32($1) }
    }

    var bytes: [UInt8] { seconds.bigEndianBytes + nanoseconds.bigEndianBytes }

    static func < (lhs: HandshakeTime, rhs: HandshakeTime) -> Bool {
        (lhs.seconds, lhs.nanoseconds) < (rhs.seconds, rhs.nanoseconds)
    }
}
