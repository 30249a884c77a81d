/// Packet numbers, of which a packet carries only the last one to four bytes.
package enum QUICPacketNumber {
    /// The whole number of a packet: the one closest to the packet expected next (RFC 9000, A.3). `bytes` of it were
    /// carried.
    package static func decode(_ carried: UInt64, bytes: Int, expected: UInt64) -> UInt64 {
        let window = UInt64(1) << UInt64(8 * bytes)
        let half = window / 2
        let candidate = expected & ~(window - 1) | carried
        if candidate + half <= expected, candidate < 1 << 62 - window { return candidate + window }
        if candidate > expected + half, candidate >= window { return candidate - window }
        return candidate
    }
}
