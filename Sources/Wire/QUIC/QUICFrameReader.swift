/// Reads the frames of a decrypted packet one after the other.
package struct QUICFrameReader {
    /// Where the next frame begins.
    package private(set) var place = 0
    /// True if a frame could not be read: it is truncated or unknown, and hides those behind it.
    package private(set) var isDamaged = false

    package init() {}

    /// The next frame; nil at the end, and at one that cannot be read.
    package mutating func next(_ content: RawSpan) -> QUICFrame? {
        guard !isDamaged, place < content.byteCount else { return nil }
        var fields = Fields(place: place)
        guard let type = fields.number(content), let frame = Self.read(type, content, &fields) else {
            isDamaged = true
            return nil
        }
        place = fields.place
        return frame
    }

    /// Where the fields of a frame are read.
    private struct Fields {
        var place: Int

        mutating func number(_ content: RawSpan) -> UInt64? {
            guard let number = content.quicNumber64(at: place) else { return nil }
            place = number.end
            return number.value
        }

        mutating func bytes(_ content: RawSpan, count: UInt64) -> Range<Int>? {
            guard count <= UInt64(content.byteCount - place) else { return nil }
            defer { place += Int(count) }
            return place..<place + Int(count)
        }

        /// As many bytes as the number before them says.
        mutating func bytes(_ content: RawSpan) -> Range<Int>? {
            number(content).flatMap { bytes(content, count: $0) }
        }
    }

    private static func read(_ type: UInt64, _ content: RawSpan, _ fields: inout Fields) -> QUICFrame? {
        switch type {
        case 0x00: return padding(content, &fields)
        case 0x01: return .ping
        case 0x02, 0x03: return acknowledgement(content, &fields, hasMarks: type == 3)
        case 0x06:
            return fields.number(content).flatMap { offset in
                fields.bytes(content).map { .crypto(offset: offset, $0) }
            }
        case 0x07: return fields.bytes(content).map { .newToken($0) }
        case 0x08...0x0F: return stream(type, content, &fields)
        case 0x1E: return .handshakeDone
        case 0x30:
            return fields.bytes(content, count: UInt64(content.byteCount - fields.place)).map {
                .datagram($0)
            }
        case 0x31: return fields.bytes(content).map { .datagram($0) }
        case 0x18: return issued(content, &fields)
        case 0x1A, 0x1B:
            guard let eight = content.bigEndian64(at: fields.place) else { return nil }
            fields.place += 8
            return type == 0x1A ? .pathChallenge(eight) : .pathResponse(eight)
        case 0x1C, 0x1D: return close(content, &fields, isByApplication: type == 0x1D)
        default: return numbers(type, content, &fields)
        }
    }

    /// Frames that hold nothing but numbers.
    private static func numbers(_ type: UInt64, _ content: RawSpan, _ fields: inout Fields) -> QUICFrame? {
        guard let first = fields.number(content) else { return nil }
        switch type {
        case 0x10: return .maxData(first)
        case 0x12, 0x13: return .maxStreams(first, isBidirectional: type == 0x12)
        case 0x14: return .dataBlocked(first)
        case 0x16, 0x17: return .streamsBlocked(first, isBidirectional: type == 0x16)
        case 0x19: return .retireConnectionID(first)
        default: break
        }
        guard let second = fields.number(content) else { return nil }
        switch type {
        case 0x04:
            return fields.number(content).map { .resetStream(stream: first, code: second, finalSize: $0) }
        case 0x05: return .stopSending(stream: first, code: second)
        case 0x11: return .maxStreamData(stream: first, second)
        case 0x15: return .streamDataBlocked(stream: first, second)
        default: return nil
        }
    }

    private static func padding(_ content: RawSpan, _ fields: inout Fields) -> QUICFrame {
        let start = fields.place - 1
        while content.bigEndian64(at: fields.place) == 0 { fields.place += 8 }
        while content.byte(at: fields.place) == 0 { fields.place += 1 }
        return .padding(fields.place - start)
    }

    private static func stream(_ type: UInt64, _ content: RawSpan, _ fields: inout Fields) -> QUICFrame? {
        guard let stream = fields.number(content) else { return nil }
        var offset = UInt64(0)
        if type & 0x04 != 0 {
            guard let told = fields.number(content) else { return nil }
            offset = told
        }
        let range =
            type & 0x02 != 0
            ? fields.bytes(content) : fields.bytes(content, count: UInt64(content.byteCount - fields.place))
        return range.map {
            .stream(QUICStreamFrame(stream: stream, offset: offset, range: $0, isLast: type & 0x01 != 0))
        }
    }

    private static func acknowledgement(_ content: RawSpan, _ fields: inout Fields, hasMarks: Bool)
        -> QUICFrame?
    {
        guard let largest = fields.number(content), let delay = fields.number(content),
            let ranges = fields.number(content), let first = fields.number(content),
            ranges <= UInt64(content.byteCount)
        else { return nil }
        let start = fields.place
        for _ in 0..<2 * ranges {
            guard fields.number(content) != nil else { return nil }
        }
        var told = QUICAcknowledgement(
            largest: largest,
            delay: delay,
            rest: start..<fields.place,
            firstRange: first
        )
        if hasMarks {
            guard let zero = fields.number(content), let one = fields.number(content),
                let experienced = fields.number(content)
            else { return nil }
            told.marks = QUICAcknowledgement.Marks(ect0: zero, ect1: one, congestionExperienced: experienced)
        }
        return .acknowledgement(told)
    }

    private static func issued(_ content: RawSpan, _ fields: inout Fields) -> QUICFrame? {
        guard let sequence = fields.number(content), let prior = fields.number(content),
            let length = content.byte(at: fields.place),
            let identifier = QUICIdentifier(content, at: fields.place + 1, count: Int(length))
        else { return nil }
        fields.place += 1 + Int(length)
        return fields.bytes(content, count: 16).map {
            .newConnectionID(
                QUICIssuedIdentifier(
                    sequence: sequence,
                    retirePriorTo: prior,
                    identifier: identifier,
                    resetToken: $0
                )
            )
        }
    }

    private static func close(_ content: RawSpan, _ fields: inout Fields, isByApplication: Bool) -> QUICFrame?
    {
        guard let code = fields.number(content) else { return nil }
        var type: UInt64?
        if !isByApplication {
            guard let told = fields.number(content) else { return nil }
            type = told == 0 ? nil : told
        }
        return fields.bytes(content).map {
            .connectionClose(
                QUICClose(code: code, isByApplication: isByApplication, frameType: type, reason: $0)
            )
        }
    }
}
