/// One fault of a scenario, and its place.
package struct ScenarioDiagnostic: Hashable, Sendable, CustomStringConvertible {
    /// The file as the user named it, or the faulty flag as typed.
    package var file: String
    /// From 1; nil if the fault has no line.
    package var line: Int?
    /// In characters, from 1.
    package var column: Int?
    package var message: String
    /// The nearest valid spelling.
    package var suggestion: String?
    /// The line with the fault.
    package var sourceLine: String?

    package init(
        file: String,
        line: Int? = nil,
        column: Int? = nil,
        message: String,
        suggestion: String? = nil,
        sourceLine: String? = nil
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
        self.suggestion = suggestion
        self.sourceLine = sourceLine
    }

    /// `FILE:LINE:COLUMN: error: MESSAGE`, the source line and a caret under the place.
    package var description: String {
        var place = file
        if let line {
            place += ":\(line)"
            if let column { place += ":\(column)" }
        }
        var text = "\(place): error: \(message)"
        if let suggestion { text += ", did you mean `\(suggestion)`?" }
        text = text.withoutControlCharacters
        guard let excerpt else { return text }
        return "\(text)\n\(excerpt)"
    }

    /// The caret and the source line, which is cut to a window around the place if it is very long.
    private var excerpt: String? {
        guard let sourceLine, let column else { return nil }
        // The columns count Unicode scalars, so the window does too.
        let scalars = Array(sourceLine.unicodeScalars)
        let start = column > 100 ? min(column - 60, scalars.count) : 0
        let end = min(scalars.count, max(start + 140, 0))
        let shown = String(String.UnicodeScalarView(scalars[start..<end]))
        // Tabs before the caret stay tabs, so that it is aligned whatever their width.
        let before = scalars[start..<min(max(column - 1, start), end)]
        let padding = before.map { $0 == "\t" ? "\t" : String(repeating: " ", count: $0.columns) }.joined()
        let cutBefore = start > 0 ? "..." : ""
        let cutAfter = end < scalars.count ? "..." : ""
        let line = cutBefore + shown.withoutControlCharacters + cutAfter
        return line + "\n" + String(repeating: " ", count: cutBefore.count) + padding + "^"
    }
}
