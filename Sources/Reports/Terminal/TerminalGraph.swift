import Figures

/// A connection's graph in characters: bytes by stream position, and below it the throughput over time.
struct TerminalGraph {
    private static let rows = 16
    private static let barRows = 6
    private static let labels = 12
    private static let fewestColumns = 20
    private static let mostColumns = 160

    private let graph: ReportGraph
    private let style: TerminalStyle
    private let columns: Int

    init(_ graph: ReportGraph, _ style: TerminalStyle) {
        self.graph = graph
        self.style = style
        columns = max(Self.fewestColumns, min(Self.mostColumns, style.width - Self.labels - 2))
    }

    var lines: [String] {
        [style.accent("\(graph.name): * segment, R retransmitted, - acknowledged", .bold)] + sequence + [axis]
            + [style.accent("\(graph.name): throughput", .bold)] + throughput + [axis]
    }

    /// Column of a moment, from the left.
    private func place(_ stamp: Int64) -> Double {
        Double(stamp - graph.start) / Double(graph.span) * Double(columns)
    }

    private var sequence: [String] {
        var grid = Array(
            repeating: Array(repeating: ReportGraph.Kind?.none, count: columns),
            count: Self.rows
        )
        for mark in graph.marks {
            let row = Self.rows - 1 - min(Self.rows - 1, max(0, mark.place - 1) * Self.rows / graph.bytes)
            let column = min(columns - 1, Int(place(mark.stamp)))
            if (grid[row][column]?.rawValue ?? -1) < mark.kind.rawValue { grid[row][column] = mark.kind }
        }
        return grid.enumerated().map { row, cells in
            let label = row == 0 ? ByteFormat.text(graph.bytes) : row == Self.rows - 1 ? "0 B" : ""
            return Self.line(label, cells.map { $0.map(Self.character) ?? " " })
        }
    }

    private static func character(_ kind: ReportGraph.Kind) -> Character {
        switch kind {
        case .acknowledgement: "-"
        case .segment: "*"
        case .again: "R"
        }
    }

    private var throughput: [String] {
        var bytes = Array(repeating: 0.0, count: columns)
        for mark in graph.marks where mark.newBytes > 0 {
            Self.spread(mark.newBytes, over: max(0, place(mark.start)), max(0, place(mark.stamp)), &bytes)
        }
        let most = max(1, bytes.max() ?? 0)
        let rate = Int64(8e9 * most * Double(columns) / Double(graph.span))
        return (0..<Self.barRows).map { row in
            let level = Self.barRows - row
            let cells = bytes.map { count -> Character in
                // Half a row is drawn as a whole one, to stay visible.
                let rows = count / most * Double(Self.barRows)
                return count > 0 && (2 * rows >= Double(2 * level - 1) || level == 1) ? "#" : " "
            }
            return Self.line(row == 0 ? RateFormat.text(rate) : "", cells)
        }
    }

    /// Spreads a segment's bytes over the time that the line carried it. Counted at its arrival, they would
    /// give one column a packet more than its neighbour and overstate the line's rate.
    private static func spread(_ count: Int, over start: Double, _ end: Double, _ columns: inout [Double]) {
        let last = columns.count - 1
        guard end > start else {
            columns[min(last, Int(end))] += Double(count)
            return
        }
        for column in min(last, Int(start))...min(last, Int(end)) {
            // The very end counts to the last column.
            let upper = column == last ? end : min(end, Double(column + 1))
            let part = upper - max(start, Double(column))
            columns[column] += Double(count) * max(0, part) / (end - start)
        }
    }

    private static func line(_ label: String, _ cells: [Character]) -> String {
        let text = label.padded(toLeft: labels) + " |" + String(cells)
        return text.withoutTrailingSpaces
    }

    private var axis: String {
        let end = DurationFormat.text(graph.span)
        let gap = String(repeating: " ", count: max(1, columns - 1 - end.count))
        return String(repeating: " ", count: Self.labels + 2) + "0" + gap + end
    }
}
