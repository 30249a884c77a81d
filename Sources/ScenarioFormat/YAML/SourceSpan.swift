/// A place in a text. Lines and columns count from 1; columns count characters.
package struct SourceSpan: Hashable, Sendable {
    package var line: Int
    package var column: Int
    package var endLine: Int
    /// One past the last character.
    package var endColumn: Int
    /// The command-line flag that contains this text, as typed; nil for the scenario file itself.
    package var flag: String?

    package init(line: Int, column: Int, endLine: Int, endColumn: Int, flag: String? = nil) {
        self.line = line
        self.column = column
        self.endLine = endLine
        self.endColumn = endColumn
        self.flag = flag
    }

    /// The same span without its first `offset` characters: for a place inside a plain word.
    package func advanced(by offset: Int) -> SourceSpan {
        SourceSpan(
            line: line,
            column: column + offset,
            endLine: endLine,
            endColumn: max(endColumn, column + offset),
            flag: flag
        )
    }
}
