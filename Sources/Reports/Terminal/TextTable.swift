/// Columns of text under headings. Where the width is too small, whole columns are left out, the least needed first.
struct TextTable {
    struct Column {
        var heading: [String]
        var cells: [String]
        var isRightAligned = true
        /// The higher the longer it stays; nil is never left out.
        var priority: Int?
    }

    private static let gap = 2

    var columns: [Column]
    var indent = 2

    /// Lines without trailing spaces; headings faint.
    func lines(_ style: TerminalStyle) -> [String] {
        let shown = fitting(style.width)
        guard let rows = shown.map(\.cells.count).max() else { return [] }
        let headings = shown.map(\.heading.count).max() ?? 0
        // Once: a column may have as many cells as a capture has responses.
        let widths = shown.map(width)
        let top = (0..<headings).map { line in
            style.accent(row(shown, widths) { line < $0.heading.count ? $0.heading[line] : "" }, .faint)
        }
        return top
            + (0..<rows).map { line in row(shown, widths) { line < $0.cells.count ? $0.cells[line] : "" } }
    }

    private func fitting(_ width: Int) -> [Column] {
        var shown = columns
        while total(shown) > width {
            let least = shown.indices.filter { shown[$0].priority != nil }
                .min { (shown[$0].priority ?? 0) < (shown[$1].priority ?? 0) }
            guard let least else { break }
            shown.remove(at: least)
        }
        return shown
    }

    private func total(_ columns: [Column]) -> Int {
        indent + columns.reduce(0) { $0 + width($1) } + max(0, columns.count - 1) * Self.gap
    }

    private func width(_ column: Column) -> Int {
        (column.heading + column.cells).map(\.count).max() ?? 0
    }

    private func row(_ columns: [Column], _ widths: [Int], _ cell: (Column) -> String) -> String {
        let cells = zip(columns, widths).map { column, width in
            column.isRightAligned
                ? cell(column).padded(toLeft: width) : cell(column).padded(toRight: width)
        }
        let text = cells.joined(separator: String(repeating: " ", count: Self.gap))
        return (String(repeating: " ", count: indent) + text).withoutTrailingSpaces
    }
}
