/// TLS vectors: a length, then that many bytes. Each function returns the range of the content, or nil if it
/// exceeds the bytes.
extension RawSpan {
    func vector8(at offset: Int) -> Range<Int>? {
        byte(at: offset).flatMap { content(at: offset + 1, length: Int($0)) }
    }

    func vector16(at offset: Int) -> Range<Int>? {
        bigEndian16(at: offset).flatMap { content(at: offset + 2, length: Int($0)) }
    }

    func vector24(at offset: Int) -> Range<Int>? {
        bigEndian24(at: offset).flatMap { content(at: offset + 3, length: $0) }
    }

    func bigEndian24(at offset: Int) -> Int? {
        guard let high = byte(at: offset), let low = bigEndian16(at: offset + 1) else { return nil }
        return Int(high) << 16 | Int(low)
    }

    /// All 16-bit numbers in the range; ignores an odd byte at the end.
    func numbers(in range: Range<Int>) -> [UInt16] {
        stride(from: range.lowerBound, to: range.upperBound - 1, by: 2).compactMap { bigEndian16(at: $0) }
    }

    /// Copies the bytes.
    package func bytes(in range: Range<Int>) -> [UInt8] {
        var copy: [UInt8] = []
        copy.append(copying: extracting(range))
        return copy
    }

    /// Repairs invalid text and never refuses it.
    func text(in range: Range<Int>) -> String {
        extracting(range).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    private func content(at start: Int, length: Int) -> Range<Int>? {
        guard start <= byteCount, length <= byteCount - start else { return nil }
        return start..<start + length
    }
}
