/// The first bytes of a handshake that comes in pieces, in any order and more than once.
package struct QUICHandshakeStream: Hashable, Sendable {
    /// What lies behind is left out: no Client Hello is longer.
    package static let longest = 1 << 16
    /// Apart from each other at once; pieces beyond are left out.
    private static let mostParts = 256

    private var bytes: [UInt8] = []
    /// Parts that are there, sorted and apart.
    private var parts: [Range<Int>] = []

    package init() {}

    /// Bytes from the stream's first on without a gap.
    package var count: Int { parts.first.map { $0.lowerBound == 0 ? $0.upperBound : 0 } ?? 0 }

    /// Takes a piece of an opened packet's content.
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

    /// The first message, once it is whole: its type and its body.
    package func first<Value>(_ body: (TLSHandshakeType, RawSpan) -> Value) -> Value? {
        var place = 0
        return next(&place, body)
    }

    /// The message that begins at `place`, once it is whole; `place` is behind it then.
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
