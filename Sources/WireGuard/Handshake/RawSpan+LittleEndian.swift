import Wire

/// WireGuard's numbers have their least significant byte first.
extension RawSpan {
    func littleEndian32(at offset: Int) -> UInt32? {
        bigEndian32(at: offset)?.byteSwapped
    }

    func littleEndian64(at offset: Int) -> UInt64? {
        guard let low = littleEndian32(at: offset), let high = littleEndian32(at: offset + 4) else {
            return nil
        }
        return UInt64(high) << 32 | UInt64(low)
    }

    /// Bytes of a message whose length was checked; none if it is shorter.
    func bytes(_ range: Range<Int>) -> [UInt8] {
        guard range.lowerBound >= 0, range.upperBound <= byteCount else { return [] }
        return extracting(range).withUnsafeBytes { Array($0) }
    }
}

extension FixedWidthInteger {
    var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
    var bigEndianBytes: [UInt8] { withUnsafeBytes(of: bigEndian) { Array($0) } }
}
