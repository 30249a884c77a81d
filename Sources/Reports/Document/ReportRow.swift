/// A row of a table that grows while it is shown. Its columns have set widths, since later rows are not known.
package struct ReportRow: Hashable, Sendable {
    /// Aligned right. A longer text takes more room than its column has.
    package struct Cell: Hashable, Sendable {
        package let text: String
        package let width: Int
    }

    package let cells: [Cell]
    /// Takes the rest of the line, and is shortened in the middle.
    package let rest: String
    /// Stays whole at the end of the line; empty without one.
    package let mark: String
    package let isHeading: Bool

    init(_ cells: [Cell], rest: String, mark: String = "", isHeading: Bool = false) {
        self.cells = cells
        self.rest = rest
        self.mark = mark
        self.isHeading = isHeading
    }
}
