import Wire

extension RawSpan {
    /// Bytes of a message whose length was checked; none if it is shorter.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        guard range.lowerBound >= 0, range.upperBound <= byteCount else { return [] }
        return extracting(range).withUnsafeBytes { Array($0) }
    }
}

/// WireGuard's numbers have their least significant byte first; those of a TAI64N label have it last.
extension FixedWidthInteger {
    var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
