/// A table on a terminal. If the width is too small, shrinkable columns are shortened first and their
/// headings wrapped; then whole columns are left out, lowest priority first.
struct TerminalTable {
    private static let gap = 2

    private let table: ReportTable
    private var columns: [ReportColumn] { table.columns }

    init(_ table: ReportTable) {
        self.table = table
    }

    /// Writes lines without trailing spaces, headings dim, then the table's notes. Each row is made twice: to
    /// measure it, and to draw it.
    func write(_ style: TerminalStyle, _ line: (String) -> Void) {
        let natural = widths
        let shown = fitting(style.width, natural)
        let widths = narrowed(shown, natural, to: style.width)
        let headings = columns.indices.map { Self.broken(columns[$0].heading, to: widths[$0]) }
        for place in 0..<(shown.map { headings[$0].count }.max() ?? 0) {
            let names = headings.map { place < $0.count ? $0[place] : "" }
            line(style.accent(text(names, shown, widths), .faint))
        }
        for row in 0..<table.rows { line(text(table.cells(row), shown, widths)) }
        for note in table.notes { note.wrapped(style.width, indent: table.indent).forEach(line) }
    }

    /// A heading's lines; long ones wrap at words.
    private static func broken(_ heading: [String], to width: Int) -> [String] {
        heading.flatMap { $0.count > width ? $0.wrapped(width) : [$0] }
    }

    private var widths: [Int] {
        var widths = columns.map { $0.heading.map(\.count).max() ?? 0 }
        for row in 0..<table.rows {
            for (column, cell) in table.cells(row).enumerated() {
                widths[column] = max(widths[column], cell.count)
            }
        }
        return widths
    }

    /// The columns that fit. Empty columns take no room.
    private func fitting(_ width: Int, _ widths: [Int]) -> [Int] {
        let usual = columns.indices.map { least($0, columns[$0].shrinking?.preferred, widths) }
        var shown = columns.indices.filter { widths[$0] > 0 }
        while lineWidth(shown, usual) > width {
            let leaving = shown.indices.filter { columns[shown[$0]].priority != nil }
                .min { (columns[shown[$0]].priority ?? 0) < (columns[shown[$1]].priority ?? 0) }
            guard let leaving else { break }
            shown.remove(at: leaving)
        }
        return shown
    }

    /// Widths at which the columns fit: one after the other shrinks as far as it may and must.
    private func narrowed(_ shown: [Int], _ widths: [Int], to width: Int) -> [Int] {
        var widths = widths
        var excess = lineWidth(shown, widths) - width
        for column in shown where excess > 0 {
            let least = least(column, columns[column].shrinking?.atLeast, widths)
            let given = min(excess, widths[column] - least)
            widths[column] -= given
            excess -= given
        }
        return widths
    }

    /// Minimum width, at least the longest word of the heading.
    private func least(_ column: Int, _ told: Int?, _ widths: [Int]) -> Int {
        let heading = columns[column].heading.flatMap { $0.split(separator: " ") }.map(\.count).max() ?? 0
        return told.map { min(widths[column], max($0, heading)) } ?? widths[column]
    }

    private func lineWidth(_ shown: [Int], _ widths: [Int]) -> Int {
        table.indent + shown.reduce(0) { $0 + widths[$1] } + max(0, shown.count - 1) * Self.gap
    }

    private func text(_ cells: [String], _ shown: [Int], _ widths: [Int]) -> String {
        let cells = shown.map { column in
            let cell = cells[column].shortened(to: widths[column])
            return columns[column].alignment == .right
                ? cell.padded(toLeft: widths[column]) : cell.padded(toRight: widths[column])
        }
        let text = cells.joined(separator: String(repeating: " ", count: Self.gap))
        return (String(repeating: " ", count: table.indent) + text).withoutTrailingSpaces
    }
}
