import Figures
import LinkModel
package import Runs

/// Several runs of one scenario side by side: one row per run, one column per step.
package struct SeriesTable: Sendable {
    private let results: [RunResult]

    package init(_ results: [RunResult]) {
        self.results = results
    }

    package var document: ReportDocument {
        let isOfStreams = results.contains { $0.link.mode == .stream }
        let mode = isOfStreams ? " (stream mode: byte streams, no packets)" : ""
        return ReportDocument([[.heading("all runs\(mode): makespan of each step"), .table(table)]])
    }

    private var table: ReportTable {
        var columns = axes
        if results.contains(where: { $0.repetition > 1 }) {
            columns.append(.number("run") { "\($0.repetition)" })
        }
        columns += steps.map { name in .number(name) { Self.makespan(of: name, $0) } }
        columns += [
            .number("hits", cell: Self.hits),
            .number("saved by caches") { ByteFormat.text($0.cache.bytesSaved) },
            .text("outcome") { $0.outcome.rawValue },
        ]
        return ReportTable(results, columns)
    }

    private var axes: [TableColumn<RunResult>] {
        (results.first?.matrix ?? []).map(\.key).map { key in
            .text(key) { result in result.matrix.first { $0.key == key }?.value ?? "-" }
        }
    }

    /// Every step that any run reached, in order.
    private var steps: [String] {
        results.flatMap(\.steps).reduce(into: []) { names, step in
            if !names.contains(step.name) { names.append(step.name) }
        }
    }

    /// Share of callers that a cache answered.
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
