/// The frames of a decrypted Initial packet, and the handshake data in them.
package enum QUICFrames {
    private enum Kind {
        static let padding = 0x00
        static let ping = 0x01
        static let acknowledgement = 0x02
        static let acknowledgementWithMarks = 0x03
        static let crypto = 0x06
    }

    /// A part of the handshake stream.
    package struct Crypto: Hashable, Sendable {
        /// Offset of its first byte in the stream.
        package var offset: Int
        /// Range of its bytes within the packet's content.
        package var range: Range<Int>
    }

    /// The CRYPTO frames of the content. Stops at a frame that is malformed or does not belong in an Initial
    /// packet.
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

    /// Skips the largest packet number, the delay, the count of ranges and the first range, then a gap and a
    /// length per range.
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
