extension TerminalStyle {
    /// What stands for the signs that reports draw with, column for column.
    private static let plain: [Character: Character] = [
        "…": "~", "·": ".", "▁": ".", "▂": ":", "▃": "-", "▄": "=", "▅": "+", "▆": "*", "▇": "#", "█": "@",
    ]

    /// A report's text as this terminal can show it. What a capture itself holds stays as it is.
    package func shown(_ text: String) -> String {
        guard isASCII, text.utf8.contains(where: { $0 >= 0x80 }) else { return text }
        return String(text.map { Self.plain[$0] ?? $0 })
    }
}
