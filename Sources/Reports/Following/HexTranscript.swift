import Wire

/// Both ends' bytes in rows of sixteen: offset in that end's stream, hex digits, characters. A row ends early
/// when the other end speaks.
package struct HexTranscript: Transcript, Sendable {
    private static let width = 16
    private static let digits = Array("0123456789abcdef".utf8)

    private let speaker: TranscriptSpeaker
    private var row: [UInt8] = []
    private var isFromClient = true
    /// Bytes of each end before the row.
    private var offsets = (client: 0, server: 0)

    package init(_ style: TerminalStyle) {
        speaker = TranscriptSpeaker(style)
    }

    package mutating func receive(_ bytes: RawSpan, isFromClient: Bool) -> [UInt8] {
        var lines = turn(to: isFromClient)
        var place = 0
        while let byte = bytes.byte(at: place) {
            place += 1
            row.append(byte)
            if row.count == Self.width { lines += finish() }
        }
        return lines
    }

    package mutating func miss(_ count: Int, isFromClient: Bool) -> [UInt8] {
        let lines = turn(to: isFromClient) + finish()
        advance(count)
        return lines + speaker.gap(count, isFromClient: isFromClient)
    }

    package mutating func finish() -> [UInt8] {
        guard !row.isEmpty else { return [] }
        let offset = String(isFromClient ? offsets.client : offsets.server, radix: 16)
        let line = Array((String(repeating: "0", count: max(0, 8 - offset.count)) + offset).utf8) + cells
        advance(row.count)
        row = []
        return speaker.line(line, isFromClient: isFromClient)
    }

    /// Sixteen pairs of digits with a gap between the halves, padded if bytes are missing; then the
    /// characters.
    private var cells: [UInt8] {
        var text: [UInt8] = []
        let space = UInt8(ascii: " ")
        for place in 0..<Self.width {
            text += place == Self.width / 2 || place == 0 ? [space, space] : [space]
            guard place < row.count else {
                text += [space, space]
                continue
            }
            text += [Self.digits[Int(row[place] >> 4)], Self.digits[Int(row[place] & 15)]]
        }
        let isShown = { (byte: UInt8) in byte >= 0x20 && byte < 0x7F }
        return text + [space, space] + row.map { isShown($0) ? $0 : UInt8(ascii: ".") }
    }

    private mutating func turn(to isFromClient: Bool) -> [UInt8] {
        guard isFromClient != self.isFromClient else { return [] }
        let lines = finish()
        self.isFromClient = isFromClient
        return lines
    }

    private mutating func advance(_ count: Int) {
        if isFromClient { offsets.client += count } else { offsets.server += count }
    }
}
