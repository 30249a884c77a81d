/// Events on a terminal: a line each with time and speaker, and dim details below.
struct TerminalEvents {
    private static let timeWidth = 12
    private static let speakerWidth = 8

    private let style: TerminalStyle
    /// Columns available for text.
    private let room: Int
    private let indent = Self.timeWidth + 2 + Self.speakerWidth

    init(_ style: TerminalStyle) {
        self.style = style
        room = max(20, style.width - indent)
    }

    func lines(_ event: ReportEvent) -> [String] {
        let time = event.time.padded(toLeft: Self.timeWidth)
        let speaker = event.speaker.padded(toRight: Self.speakerWidth)
        let texts = parts(event.text, of: event, room)
        let head = "\(time)  \(speaker)\(texts.first ?? "")".withoutTrailingSpaces
        let margin = String(repeating: " ", count: indent + 2)
        let details = event.details.flatMap { parts($0, of: event, room - 2) }
        return [head] + texts.dropFirst().map { margin + $0 }
            + details.map { style.accent(margin + $0, .faint) }
    }

    private func parts(_ text: String, of event: ReportEvent, _ room: Int) -> [String] {
        let lines = event.isProse ? text.wrapped(room - 2) : [text]
        return lines.map { $0.shortened(to: room) }
    }
}
