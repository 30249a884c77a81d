/// Why the parser stopped, in its own words.
struct YAMLSyntaxError: Error {
    var problem: String
    /// From 1.
    var line: Int
    var column: Int
    /// What was being parsed, and where that began; empty if the parser does not say.
    var context: String
    var contextLine: Int
    var contextColumn: Int
}

// MARK: Explanation

extension YAMLSyntaxError {
    /// The message for the author, and the place to point at.
    func explanation(in source: SourceText) -> (message: String, span: SourceSpan) {
        if let tab = indentingTab(in: source) {
            return ("a tab cannot indent YAML: use spaces", Self.span(tab.line, tab.column))
        }
        if context.contains("an alias") {
            let word = source.word(line: contextLine, column: contextColumn)
            return (
                "a value that begins with `*` must be quoted: \"\(word.cut)\"",
                Self.span(contextLine, contextColumn)
            )
        }
        if context.contains("an anchor") {
            let word = source.word(line: contextLine, column: contextColumn)
            return (
                "a value that begins with `&` must be quoted: \"\(word.cut)\"",
                Self.span(contextLine, contextColumn)
            )
        }
        if let unclosed = unclosedQuote { return unclosed }
        return (sentence(in: source), Self.span(line, column))
    }

    private static func span(_ line: Int, _ column: Int) -> SourceSpan {
        SourceSpan(line: line, column: column, endLine: line, endColumn: column + 1)
    }

    /// A tab in the indentation of the line where the parser stopped, or of the one where it began.
    private func indentingTab(in source: SourceText) -> (line: Int, column: Int)? {
        let from = max(1, contextLine > 1 && contextLine < line ? contextLine : line - 1)
        guard from <= line else { return nil }
        for number in from...line {
            if let column = source.indentingTab(line: number) { return (number, column) }
        }
        return nil
    }

    private var unclosedQuote: (String, SourceSpan)? {
        guard context.contains("quoted scalar"),
            problem.contains("end of stream") || problem.contains("document")
        else { return nil }
        return ("this quotation mark is never closed", Self.span(contextLine, contextColumn))
    }

    private func sentence(in source: SourceText) -> String {
        let word = source.word(line: line, column: column)
        if problem.contains("cannot start any token") {
            return "a value that begins with `\(word.prefix(1))` must be quoted: \"\(word.cut)\""
        }
        if problem.contains("expected ',' or ']'") {
            return "expected `,` or `]` here: the list that begins on line \(contextLine) is not closed, "
                + "or a value with `[ ] { } ,` or `: ` in it is not quoted"
        }
        if problem.contains("expected ',' or '}'") {
            return "expected `,` or `}` here: the mapping that begins on line \(contextLine) is not closed, "
                + "or a value with `[ ] { } ,` or `: ` in it is not quoted"
        }
        if problem.contains("expected node content") {
            return word.isEmpty
                ? "a value is missing at the end" : "a value is missing in front of `\(word.prefix(1))`"
        }
        if problem.contains("expected key") || problem.contains("'-' indicator") {
            return "this line's indentation does not match any line above it"
        }
        if problem.contains("could not find expected ':'") {
            return "a key needs a colon and a space after it, as in `name: dsl`"
        }
        if problem.contains("mapping values are not allowed") {
            return
                "a colon is not expected here: the indentation is wrong, or a value with `: ` in it is not quoted"
        }
        if problem.contains("block sequence entries are not allowed") {
            return "a list item is not expected here: begin it on its own line"
        }
        let context = context.isEmpty ? "" : " (\(context))"
        return "not YAML: \(problem)\(context)"
    }
}
