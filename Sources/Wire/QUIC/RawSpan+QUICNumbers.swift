extension RawSpan {
    /// A QUIC integer of one, two, four or eight bytes (RFC 9000, 16), and its end; nil if it is truncated.
    package func quicNumber64(at offset: Int) -> (value: UInt64, end: Int)? {
        guard let first = byte(at: offset) else { return nil }
        switch first >> 6 {
        case 0: return (UInt64(first), offset + 1)
        case 1: return bigEndian16(at: offset).map { (UInt64($0 & 0x3FFF), offset + 2) }
        case 2: return bigEndian32(at: offset).map { (UInt64($0 & 0x3FFF_FFFF), offset + 4) }
        default: return bigEndian64(at: offset).map { ($0 & 0x3FFF_FFFF_FFFF_FFFF, offset + 8) }
        }
    }

    /// The same number, for lengths and offsets.
    package func quicNumber(at offset: Int) -> (value: Int, end: Int)? {
        quicNumber64(at: offset).map { (Int($0.value), $0.end) }
    }
}
