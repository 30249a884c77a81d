/// How text may look where it is shown: pure reports are told, they never ask a terminal.
package struct TerminalStyle: Hashable, Sendable {
    package enum Accent: String, Hashable, Sendable {
        case bold = "1"
        case faint = "2"
        case red = "31"
        case green = "32"
        case yellow = "33"
    }

    package var isColoured: Bool
    /// In columns; lines are made to fit as far as their words allow.
    package var width: Int
    /// The terminal shows no other signs.
    package var isASCII: Bool

    package init(isColoured: Bool = false, width: Int = 100, isASCII: Bool = false) {
        self.isColoured = isColoured
        self.width = width
        self.isASCII = isASCII
    }

    /// The text with an accent, or as it is where there is no colour. Widths are counted before this.
    package func accent(_ text: String, _ accent: Accent) -> String {
        isColoured ? "\u{1B}[\(accent.rawValue)m\(text)\u{1B}[0m" : text
    }

    /// What begins and ends an accent, for text that is bytes; nothing where there is no colour.
    func escapes(_ accent: Accent) -> (before: [UInt8], after: [UInt8]) {
        isColoured ? (Array("\u{1B}[\(accent.rawValue)m".utf8), Array("\u{1B}[0m".utf8)) : ([], [])
    }
}
