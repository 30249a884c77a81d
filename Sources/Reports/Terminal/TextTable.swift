/// Columns of text under headings. Where the width is too small, whole columns are left out, the least needed first.
struct TextTable {
    struct Column {
        var heading: [String]
        var cells: [String] = []
        var isRightAligned = true
        /// The higher the longer it stays; nil is never left out.
        var priority: Int?
    }

    /// One of a table whose rows are made of elements.
    struct ColumnOf<Element> {
        var heading: [String]
        var isRightAligned = true
        var priority: Int?
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
                Column(heading: $0.heading, isRightAligned: $0.isRightAligned, priority: $0.priority)
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
        let widths = widths
        let shown = fitting(style.width, widths)
        let headings = shown.map { columns[$0].heading.count }.max() ?? 0
        for place in 0..<headings {
            let names = columns.map { place < $0.heading.count ? $0.heading[place] : "" }
            line(style.accent(text(names, shown, widths), .faint))
        }
        for row in 0..<rows { line(text(cells(row), shown, widths)) }
    }

    private var widths: [Int] {
        var widths = columns.map { $0.heading.map(\.count).max() ?? 0 }
        for row in 0..<rows {
            for (column, cell) in cells(row).enumerated() { widths[column] = max(widths[column], cell.count) }
        }
        return widths
    }

    /// The columns that there is room for.
    private func fitting(_ width: Int, _ widths: [Int]) -> [Int] {
        var shown = Array(columns.indices)
        while indent + shown.reduce(0, { $0 + widths[$1] }) + max(0, shown.count - 1) * Self.gap > width {
            let least = shown.indices.filter { columns[shown[$0]].priority != nil }
                .min { (columns[shown[$0]].priority ?? 0) < (columns[shown[$1]].priority ?? 0) }
            guard let least else { break }
            shown.remove(at: least)
        }
        return shown
    }

    private func text(_ cells: [String], _ shown: [Int], _ widths: [Int]) -> String {
        let cells = shown.map { column in
            columns[column].isRightAligned
                ? cells[column].padded(toLeft: widths[column]) : cells[column].padded(toRight: widths[column])
        }
        let text = cells.joined(separator: String(repeating: " ", count: Self.gap))
        return (String(repeating: " ", count: indent) + text).withoutTrailingSpaces
    }
}
