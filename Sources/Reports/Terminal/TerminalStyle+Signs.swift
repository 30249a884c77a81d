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
