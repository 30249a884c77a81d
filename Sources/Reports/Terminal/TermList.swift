/// Terms and meanings side by side; stacked if that leaves too little room for the meanings.
package struct TermList {
    /// Minimum width of a meaning beside its term.
    private static let leastMeaning = 24
    /// Extra indentation of a meaning below its term.
    private static let step = 4

    private let rows: [(term: String, meaning: String)]
    private let indent: Int
    private let gap: Int

    package init(_ rows: [(term: String, meaning: String)], indent: Int = 0, gap: Int = 3) {
        self.rows = rows
        self.indent = indent
        self.gap = gap
    }

    /// Lines of at most `width` columns, as far as terms and words allow.
    package func lines(_ width: Int) -> [String] {
        let longest = rows.map(\.term.count).max() ?? 0
        let column = indent + longest + gap
        guard width - column >= Self.leastMeaning else { return rows.flatMap { stacked($0, width) } }
        return rows.flatMap { row in
            let term = String(repeating: " ", count: indent) + row.term
            let meaning = row.meaning.wrapped(width, indent: column)
            guard let first = meaning.first else { return [term] }
            return [term.padded(toRight: column) + first.dropFirst(column)] + meaning.dropFirst()
        }
    }

    private func stacked(_ row: (term: String, meaning: String), _ width: Int) -> [String] {
        row.term.wrapped(width, indent: indent, hanging: indent + Self.step / 2)
            + row.meaning.wrapped(width, indent: indent + Self.step)
    }
}
