/// Marks a line's speaker: by colour, or by a leading `>` for the client and `<` for the server.
struct TranscriptSpeaker {
    private let style: TerminalStyle

    init(_ style: TerminalStyle) {
        self.style = style
    }

    /// The line with its line feed.
    func line(_ text: [UInt8], isFromClient: Bool) -> [UInt8] {
        guard style.isColoured else { return Array(isFromClient ? "> ".utf8 : "< ".utf8) + text + [0x0A] }
        let accent = isFromClient ? TerminalStyle.Accent.yellow : .green
        let (before, after) = style.escapes(accent)
        return before + text + after + [0x0A]
    }

    /// A line in place of missing bytes.
    func gap(_ count: Int, isFromClient: Bool) -> [UInt8] {
        line(Array("[\(count) byte\(count == 1 ? "" : "s") missing]".utf8), isFromClient: isFromClient)
    }
}
