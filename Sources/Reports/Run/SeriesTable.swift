import Figures
package import Runs

/// Several runs of one scenario side by side: a row a run, a column a step.
package struct SeriesTable: Sendable {
    private let results: [RunResult]

    package init(_ results: [RunResult]) {
        self.results = results
    }

    /// Ends with a line feed.
    package func text(_ style: TerminalStyle) -> String {
        let isOfStreams = results.contains { $0.link.mode == .stream }
        let mode = isOfStreams ? " (stream mode: byte streams, no packets)" : ""
        let heading = style.accent("all runs\(mode): makespan of each step", .bold)
        return ([heading] + table.lines(style)).joined(separator: "\n") + "\n"
    }

    private var table: TextTable {
        var columns = axes + [column("run", { "\($0.repetition)" }, isRightAligned: true)]
        if !results.contains(where: { $0.repetition > 1 }) { columns.removeLast() }
        columns += steps.map { name in
            column(name, { Self.makespan(of: name, $0) }, isRightAligned: true)
        }
        columns.append(column("hits", Self.hits, isRightAligned: true))
        columns.append(
            column("saved by caches", { ByteFormat.text($0.cache.bytesSaved) }, isRightAligned: true)
        )
        columns.append(column("outcome", { $0.outcome.rawValue }))
        return TextTable(columns: columns)
    }

    private var axes: [TextTable.Column] {
        (results.first?.matrix ?? []).map(\.key).map { key in
            column(key, { result in result.matrix.first { $0.key == key }?.value ?? "-" })
        }
    }

    /// Every step that any of the runs came to, in their order.
    private var steps: [String] {
        results.flatMap(\.steps).reduce(into: []) { names, step in
            if !names.contains(step.name) { names.append(step.name) }
        }
    }

    private func column(
        _ heading: String,
        _ cell: (RunResult) -> String,
        isRightAligned: Bool = false
    ) -> TextTable.Column {
        TextTable.Column(heading: [heading], cells: results.map(cell), isRightAligned: isRightAligned)
    }

    /// The share of all callers whom a cache answered.
    private static func hits(_ result: RunResult) -> String {
        let answers = result.cache.figures.answers
        let hits = answers.memory + answers.disk + answers.revalidated
        guard !result.transfers.isEmpty else { return "-" }
        return FixedPoint.percent(Double(hits) / Double(result.transfers.count), digits: 1)
    }

    private static func makespan(of step: String, _ result: RunResult) -> String {
        result.steps.first { $0.name == step }.map { DurationFormat.text($0.makespan) } ?? "-"
    }
}
