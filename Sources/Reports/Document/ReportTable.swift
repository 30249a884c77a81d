/// Columns under headings, and rows of cells.
package struct ReportTable {
    package let columns: [ReportColumn]
    package let rows: Int
    /// A row's cells, one per column, made on demand: there may be too many rows to hold.
    package let cells: (Int) -> [String]
    /// Indentation in columns.
    package let indent: Int
    /// Notes that a reader needs to understand the table.
    package let notes: [String]

    /// Makes the cells at once.
    init<Element>(
        _ elements: [Element],
        _ columns: [TableColumn<Element>],
        indent: Int = 2,
        notes: [String] = []
    ) {
        let cells = elements.map { element in columns.map { $0.cell(element) } }
        self.init(columns.map(\.column), rows: cells.count, indent: indent, notes: notes) { cells[$0] }
    }

    /// One row per element of a list that may be very long.
    init<List: RandomAccessCollection>(of list: List, _ columns: [TableColumn<List.Element>])
    where List.Index == Int {
        self.init(columns.map(\.column), rows: list.count) { row in
            let element = list[row]
            return columns.map { $0.cell(element) }
        }
    }

    init(
        _ columns: [ReportColumn],
        rows: Int,
        indent: Int = 2,
        notes: [String] = [],
        cells: @escaping (Int) -> [String]
    ) {
        self.columns = columns
        self.rows = rows
        self.cells = cells
        self.indent = indent
        self.notes = notes
    }
}
