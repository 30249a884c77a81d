/// The frames of an Initial packet, once opened: what they carry of the handshake.
package enum QUICFrames {
    private enum Kind {
        static let padding = 0x00
        static let ping = 0x01
        static let acknowledgement = 0x02
        static let acknowledgementWithMarks = 0x03
        static let crypto = 0x06
    }

    /// A part of the handshake's stream.
    package struct Crypto: Hashable, Sendable {
        /// Of its first byte in the stream.
        package var offset: Int
        /// Where its bytes lie within the packet's content.
        package var range: Range<Int>
    }

    /// Those that are there; what follows a frame that is broken, or none of an Initial's, is left out.
    package static func crypto(_ content: RawSpan) -> [Crypto] {
        var found: [Crypto] = []
        var place = 0
        while let kind = content.byte(at: place) {
            switch Int(kind) {
            case Kind.padding, Kind.ping:
                place += 1
            case Kind.acknowledgement, Kind.acknowledgementWithMarks:
                guard let end = acknowledgementEnd(content, at: place + 1, Int(kind)) else { return found }
                place = end
            case Kind.crypto:
                guard let offset = content.quicNumber(at: place + 1),
                    let length = content.quicNumber(at: offset.end),
                    length.value <= content.byteCount - length.end
                else { return found }
                place = length.end + length.value
                found.append(Crypto(offset: offset.value, range: length.end..<place))
            default:
                return found
            }
        }
        return found
    }

    /// Latest packet, delay, count of ranges, first range; then a gap and a length for each range.
    private static func acknowledgementEnd(_ content: RawSpan, at start: Int, _ kind: Int) -> Int? {
        guard let latest = content.quicNumber(at: start), let delay = content.quicNumber(at: latest.end),
            let ranges = content.quicNumber(at: delay.end), ranges.value <= content.byteCount
        else { return nil }
        let marks = kind == Kind.acknowledgementWithMarks ? 3 : 0
        var place = ranges.end
        for _ in 0..<1 + 2 * ranges.value + marks {
            guard let number = content.quicNumber(at: place) else { return nil }
            place = number.end
        }
        return place
    }
}
