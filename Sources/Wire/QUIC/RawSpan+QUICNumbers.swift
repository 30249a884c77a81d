extension RawSpan {
    /// A QUIC integer of one, two, four or eight bytes (RFC 9000, 16), and its end; nil if it is truncated.
    func quicNumber(at offset: Int) -> (value: Int, end: Int)? {
        guard let first = byte(at: offset) else { return nil }
        let length = 1 << Int(first >> 6)
        guard offset <= byteCount - length else { return nil }
        var value = Int(first & 0x3F)
        for place in 1..<max(1, length) { value = value << 8 | Int(byte(at: offset + place) ?? 0) }
        return (value, offset + length)
    }
}
