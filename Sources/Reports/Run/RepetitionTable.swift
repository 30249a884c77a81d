import Figures
package import Runs
import Wire

/// Statistics of repeated runs: each time's median, spread and worst run.
package struct RepetitionTable: Sendable {
    /// Maximum files shown per step: those that differ most. `--json` has all.
    private static let mostFiles = 8

    private let figures: [RepeatedFigure]

    package init(_ figures: [RepeatedFigure]) {
        self.figures = figures
    }

    /// nil if nothing was repeated.
    package var document: ReportDocument? {
        guard let most = figures.map(\.runs).max() else { return nil }
        let (shown, left) = rows
        let heading = "over \(CountFormat.text(most, "run")): median, spread and worst of each time"
        var section: ReportSection = [.heading(heading), .table(table(shown))]
        if left > 0 {
            section += [
                .line("\(CountFormat.text(left, "file")) that differ less: see --json", indent: 2)
            ]
        }
        return ReportDocument([section])
    }

    /// The rows shown, and the number of files left out.
    private var rows: (shown: [RepeatedFigure], left: Int) {
        var (shown, left) = ([RepeatedFigure](), 0)
        for makespan in figures where makespan.file == nil {
            let files = figures.filter {
                $0.file != nil && $0.step == makespan.step && $0.matrix == makespan.matrix
                    && $0.scenario == makespan.scenario
            }
            let kept = Set(
                files.sorted { ($0.relativeSpread ?? 0) > ($1.relativeSpread ?? 0) }.prefix(Self.mostFiles)
            )
            shown += [makespan] + files.filter(kept.contains)
            left += files.count - kept.count
        }
        return (shown, left)
    }

    private func table(_ figures: [RepeatedFigure]) -> ReportTable {
        let axes: [TableColumn<RepeatedFigure>] = (figures.first?.matrix ?? []).map(\.key).map { key in
            .text(key) { figure in figure.matrix.first { $0.key == key }?.value ?? "-" }
        }
        return ReportTable(
            figures,
            axes + [
                .text("step") { $0.step },
                .text("time") { $0.file?.shortened(to: 24) ?? "makespan" },
                .number("median") { DurationFormat.text($0.median, like: $0.greatest) },
                .number("least", priority: 1) { DurationFormat.text($0.least, like: $0.greatest) },
                .number("worst") { DurationFormat.text($0.greatest, like: $0.greatest) },
                .number("in run", priority: 2) { "\($0.worstRepetition)" },
                .number("spread", priority: 3) { figure in
                    figure.relativeSpread.map { FixedPoint.percent($0) } ?? "-"
                },
            ]
        )
    }
}
