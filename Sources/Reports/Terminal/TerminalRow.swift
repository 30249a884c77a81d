/// One row of a growing table on a terminal.
struct TerminalRow {
    private static let gap = "  "
    /// Room for the rest of the line, however narrow the terminal is.
    private static let leastRest = 20

    private let row: ReportRow
    private let style: TerminalStyle

    init(_ row: ReportRow, _ style: TerminalStyle) {
        self.row = row
        self.style = style
    }

    var line: String {
        let start = row.cells.map { $0.text.padded(toLeft: $0.width) + Self.gap }.joined()
        let end = row.mark.isEmpty ? "" : Self.gap + row.mark
        let room = max(Self.leastRest, style.width - start.count - end.count)
        let line = start + row.rest.shortened(to: room) + end
        return row.isHeading ? style.accent(line, .faint) : line
    }
}
