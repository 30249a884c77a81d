import Figures

/// Foreign text within Markdown.
enum MarkdownText {
    /// What Markdown gives a meaning, as references to characters, which have none.
    private static let meanings: Set<Unicode.Scalar> = [
        "\\", "`", "*", "_", "[", "]", "(", ")", "#", "|", "~", "!", "@",
    ]

    /// The text for a paragraph or a table's cell. It ends neither.
    static func escaped(_ text: String) -> String {
        var escaped = ""
        for scalar in MarkupText.escaped(text.printable).unicodeScalars {
            if meanings.contains(scalar) {
                escaped += "&#\(scalar.value);"
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }
}
