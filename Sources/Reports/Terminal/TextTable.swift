/// Columns of text under headings. Where the width is too small, cells of columns that may shrink are shortened first and
/// their headings broken at words, then whole columns are left out, the least needed first.
struct TextTable {
    struct Column {
        var heading: [String]
        var cells: [String] = []
        var isRightAligned = true
        /// The higher the longer it stays; nil is never left out.
        var priority: Int?
        /// How far its cells may be shortened, in the middle; nil: not at all.
        var shrinking: Shrinking?
    }

    /// Characters that a column keeps.
    struct Shrinking {
        /// While other columns can be left out.
        var whileOthersLeave: Int
        /// Where none can.
        var atLeast: Int
    }

    /// One of a table whose rows are made of elements.
    struct ColumnOf<Element> {
        var heading: [String]
        var isRightAligned = true
        var priority: Int?
        var shrinking: Shrinking?
        var cell: (Element) -> String
    }

    private static let gap = 2

    private let columns: [Column]
    private let rows: Int
    /// A row's cells, one for each column.
    private let cells: (Int) -> [String]
    private let indent: Int

    init(columns: [Column], indent: Int = 2) {
        self.init(columns: columns, rows: columns.map(\.cells.count).max() ?? 0, indent: indent) { row in
            columns.map { row < $0.cells.count ? $0.cells[row] : "" }
        }
    }

    /// A row for each element of a list, of which there may be very many.
    init<List: RandomAccessCollection>(of list: List, columns: [ColumnOf<List.Element>])
    where List.Index == Int {
        self.init(
            columns: columns.map {
                Column(
                    heading: $0.heading,
                    isRightAligned: $0.isRightAligned,
                    priority: $0.priority,
                    shrinking: $0.shrinking
                )
            },
            rows: list.count
        ) { row in
            let element = list[row]
            return columns.map { $0.cell(element) }
        }
    }

    /// Of very many rows: each is made twice, to see how wide it is and to be written, and never kept.
    init(columns: [Column], rows: Int, indent: Int = 2, cells: @escaping (Int) -> [String]) {
        self.columns = columns
        self.rows = rows
        self.cells = cells
        self.indent = indent
    }

    /// Lines without trailing spaces; headings faint.
    func lines(_ style: TerminalStyle) -> [String] {
        var lines: [String] = []
        write(style) { lines.append($0) }
        return lines
    }

    /// The same one by one.
    func write(_ style: TerminalStyle, _ line: (String) -> Void) {
        let natural = widths
        let shown = fitting(style.width, natural)
        let widths = narrowed(shown, natural, to: style.width)
        let headings = columns.indices.map { Self.broken(columns[$0].heading, to: widths[$0]) }
        for place in 0..<(shown.map { headings[$0].count }.max() ?? 0) {
            let names = headings.map { place < $0.count ? $0[place] : "" }
            line(style.accent(text(names, shown, widths), .faint))
        }
        for row in 0..<rows { line(text(cells(row), shown, widths)) }
    }

    /// A heading's lines, those that are too long broken at words.
    private static func broken(_ heading: [String], to width: Int) -> [String] {
        heading.flatMap { $0.count > width ? $0.wrapped(width) : [$0] }
    }

    private var widths: [Int] {
        var widths = columns.map { $0.heading.map(\.count).max() ?? 0 }
        for row in 0..<rows {
            for (column, cell) in cells(row).enumerated() { widths[column] = max(widths[column], cell.count) }
        }
        return widths
    }

    /// The columns that there is room for; a column of nothing takes none.
    private func fitting(_ width: Int, _ widths: [Int]) -> [Int] {
        let usual = columns.indices.map { least($0, columns[$0].shrinking?.whileOthersLeave, widths) }
        var shown = columns.indices.filter { widths[$0] > 0 }
        while lineWidth(shown, usual) > width {
            let leaving = shown.indices.filter { columns[shown[$0]].priority != nil }
                .min { (columns[shown[$0]].priority ?? 0) < (columns[shown[$1]].priority ?? 0) }
            guard let leaving else { break }
            shown.remove(at: leaving)
        }
        return shown
    }

    /// The widths at which the columns fit: one after the other gives up what it may, as far as there is need.
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

    /// A column never becomes narrower than the longest word of its heading.
    private func least(_ column: Int, _ told: Int?, _ widths: [Int]) -> Int {
        let heading = columns[column].heading.flatMap { $0.split(separator: " ") }.map(\.count).max() ?? 0
        return told.map { min(widths[column], max($0, heading)) } ?? widths[column]
    }

    private func lineWidth(_ shown: [Int], _ widths: [Int]) -> Int {
        indent + shown.reduce(0) { $0 + widths[$1] } + max(0, shown.count - 1) * Self.gap
    }

    private func text(_ cells: [String], _ shown: [Int], _ widths: [Int]) -> String {
        let cells = shown.map { column in
            let cell = cells[column].shortened(to: widths[column])
            return columns[column].isRightAligned
                ? cell.padded(toLeft: widths[column]) : cell.padded(toRight: widths[column])
        }
        let text = cells.joined(separator: String(repeating: " ", count: Self.gap))
        return (String(repeating: " ", count: indent) + text).withoutTrailingSpaces
    }
}
