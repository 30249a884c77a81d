/// Vectors as TLS writes them: a length, then so many bytes. Each answers where the content stands, or nil where it does
/// not lie within the bytes.
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

    /// All numbers of 16 bits in the range; one byte left over is none.
    func numbers(in range: Range<Int>) -> [UInt16] {
        stride(from: range.lowerBound, to: range.upperBound - 1, by: 2).compactMap { bigEndian16(at: $0) }
    }

    /// A copy.
    func bytes(in range: Range<Int>) -> [UInt8] {
        var copy: [UInt8] = []
        copy.append(copying: extracting(range))
        return copy
    }

    /// What is no text is repaired, never refused.
    func text(in range: Range<Int>) -> String {
        extracting(range).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    }

    private func content(at start: Int, length: Int) -> Range<Int>? {
        guard start <= byteCount, length <= byteCount - start else { return nil }
        return start..<start + length
    }
}
