import Wire

/// Both ends' bytes as lines of text. A line ends at a line feed, or when the other end speaks. Bytes that
/// are not text, or that could control the terminal, are written as `\xNN`.
package struct TextTranscript: Transcript, Sendable {
    /// Longer lines are split.
    package static let longestLine = 1 << 14
    private static let digits = Array("0123456789abcdef".utf8)

    private let speaker: TranscriptSpeaker
    private var line: [UInt8] = []
    private var isFromClient = true

    package init(_ style: TerminalStyle) {
        speaker = TranscriptSpeaker(style)
    }

    package mutating func receive(_ bytes: RawSpan, isFromClient: Bool) -> [UInt8] {
        var lines = turn(to: isFromClient)
        var place = 0
        while let byte = bytes.byte(at: place) {
            place += 1
            guard byte == 0x0A else {
                line.append(byte)
                if line.count >= Self.longestLine { lines += finish() }
                continue
            }
            if line.last == 0x0D { line.removeLast() }
            lines += end()
        }
        return lines
    }

    package mutating func miss(_ count: Int, isFromClient: Bool) -> [UInt8] {
        turn(to: isFromClient) + finish() + speaker.gap(count, isFromClient: isFromClient)
    }

    package mutating func finish() -> [UInt8] { line.isEmpty ? [] : end() }

    private mutating func turn(to isFromClient: Bool) -> [UInt8] {
        guard isFromClient != self.isFromClient else { return [] }
        let lines = finish()
        self.isFromClient = isFromClient
        return lines
    }

    private mutating func end() -> [UInt8] {
        defer { line.removeAll(keepingCapacity: true) }
        return speaker.line(Self.shown(line), isFromClient: isFromClient)
    }

    /// Most lines need no change.
    private static func shown(_ line: [UInt8]) -> [UInt8] {
        if line.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return line }
        guard line.contains(where: { $0 >= 0x80 }), let text = String(validating: line, as: UTF8.self) else {
            return line.flatMap { $0 >= 0x20 && $0 < 0x7F ? [$0] : escaped($0) }
        }
        return text.unicodeScalars.flatMap { scalar in
            let bytes = Array(String(scalar).utf8)
            switch scalar.properties.generalCategory {
            // Line and paragraph separators may break the line like a line feed.
            case .control, .format, .lineSeparator, .paragraphSeparator: return bytes.flatMap(escaped)
            default: return bytes
            }
        }
    }

    private static func escaped(_ byte: UInt8) -> [UInt8] {
        switch byte {
        case 0x09: Array(#"\t"#.utf8)
        case 0x0D: Array(#"\r"#.utf8)
        default: [UInt8(ascii: "\\"), UInt8(ascii: "x"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
    }
}
