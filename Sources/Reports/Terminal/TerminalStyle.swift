/// Text style of the output. Reports are given it and never query a terminal.
package struct TerminalStyle: Hashable, Sendable {
    package enum Accent: String, Hashable, Sendable {
        case bold = "1"
        case faint = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
    }

    package var isColoured: Bool
    /// In columns; lines fit as far as their words allow.
    package var width: Int
    /// True if the terminal shows ASCII only.
    package var isASCII: Bool
    /// True if the output is a terminal that shows drawings made of blocks, which are no use in a file.
    package var drawsBlocks: Bool

    package init(
        isColoured: Bool = false,
        width: Int = 100,
        isASCII: Bool = false,
        drawsBlocks: Bool = false
    ) {
        self.isColoured = isColoured
        self.width = width
        self.isASCII = isASCII
        self.drawsBlocks = drawsBlocks
    }

    /// Text with an accent; unchanged without colour. Widths are measured before this.
    package func accent(_ text: String, _ accent: Accent) -> String {
        isColoured ? "\u{1B}[\(accent.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// Bytes that begin and end an accent, for text as bytes; empty without colour.
    func escapes(_ accent: Accent) -> (before: [UInt8], after: [UInt8]) {
        isColoured ? (Array("\u{1B}[\(accent.rawValue)m".utf8), Array("\u{1B}[0m".utf8)) : ([], [])
    }
}

// MARK: Emphasis

extension TerminalStyle.Accent {
    init(_ emphasis: ReportEmphasis) {
        switch emphasis {
        case .strong: self = .bold
        case .dim: self = .faint
        case .good: self = .green
        case .doubtful: self = .yellow
        case .bad: self = .red
        }
    }
}

// MARK: Signs

extension TerminalStyle {
    /// ASCII replacements for the signs in reports, one column each.
    private static let plain: [Character: Character] = [
        "…": "~", "·": ".", "▁": ".", "▂": ":", "▃": "-", "▄": "=", "▅": "+", "▆": "*", "▇": "#", "█": "@",
    ]

    /// Report text in the characters that this terminal can show. Captured text stays unchanged.
    package func shown(_ text: String) -> String {
        guard isASCII, text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        return String(text.map { Self.plain[$0] ?? $0 })
    }
}
