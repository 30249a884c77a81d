/// A table's column, and how it makes a cell from a row's element.
struct TableColumn<Element> {
    let column: ReportColumn
    let cell: (Element) -> String

    /// Words, aligned left.
    static func text(
        _ heading: String...,
        priority: Int? = nil,
        shrinking: ReportColumn.Shrinking? = nil,
        cell: @escaping (Element) -> String
    ) -> TableColumn {
        TableColumn(
            column: ReportColumn(
                heading: heading,
                alignment: .left,
                priority: priority,
                shrinking: shrinking
            ),
            cell: cell
        )
    }

    /// Numbers and short signs, aligned right.
    static func number(
        _ heading: String...,
        priority: Int? = nil,
        shrinking: ReportColumn.Shrinking? = nil,
        cell: @escaping (Element) -> String
    ) -> TableColumn {
        TableColumn(
            column: ReportColumn(
                heading: heading,
                alignment: .right,
                priority: priority,
                shrinking: shrinking
            ),
            cell: cell
        )
    }
}
