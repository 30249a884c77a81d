/// The beginning of a handshake stream whose pieces arrive in any order and repeatedly.
package struct QUICHandshakeStream: Hashable, Sendable {
    /// Bytes beyond this are ignored, since no Client Hello is longer.
    package static let longest = 1 << 16
    /// Maximum separate parts at any time; further pieces are ignored.
    private static let mostParts = 256

    private var bytes: [UInt8] = []
    /// Ranges received, sorted and disjoint.
    private var parts: [Range<Int>] = []

    package init() {}

    /// Contiguous bytes from the stream's start.
    package var count: Int { parts.first.map { $0.lowerBound == 0 ? $0.upperBound : 0 } ?? 0 }

    /// Takes a piece of a decrypted packet's content.
    package mutating func add(_ frame: QUICFrames.Crypto, of content: RawSpan) {
        let end = frame.offset.addingReportingOverflow(frame.range.count)
        guard !end.overflow, end.partialValue <= Self.longest, !frame.range.isEmpty,
            parts.count < Self.mostParts
        else { return }
        let range = frame.offset..<end.partialValue
        if bytes.count < range.upperBound {
            bytes.append(contentsOf: repeatElement(0, count: range.upperBound - bytes.count))
        }
        for (place, byte) in content.bytes(in: frame.range).enumerated() {
            bytes[range.lowerBound + place] = byte
        }
        parts = (parts + [range]).sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, part in
            if let last = merged.last, part.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, part.upperBound)
            } else {
                merged.append(part)
            }
        }
    }

    /// Type and body of the first message, once it is complete.
    package func first<Value>(_ body: (TLSHandshakeType, RawSpan) -> Value) -> Value? {
        var place = 0
        return next(&place, body)
    }

    /// The message at `place`, once it is complete; `place` then moves behind it.
    package func next<Value>(_ place: inout Int, _ body: (TLSHandshakeType, RawSpan) -> Value) -> Value? {
        let span = bytes.span.bytes
        guard let type = span.byte(at: place), let length = span.bigEndian24(at: place + 1),
            count >= place + 4 + length
        else { return nil }
        let start = place + 4
        place = start + length
        return body(TLSHandshakeType(rawValue: type), span.extracting(start..<place))
    }
}
