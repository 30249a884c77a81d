/// A column of a table whose rows are made of elements, and how an element's cell in it is made.
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
