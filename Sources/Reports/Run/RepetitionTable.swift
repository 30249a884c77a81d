import Figures
package import Runs
import Wire

/// What repeated runs have in common: the median of each time, how far apart the runs were, and which was worst.
package struct RepetitionTable: Sendable {
    /// Of a step's files so many are shown, those that differ most; `--json` has all.
    private static let mostFiles = 8

    private let figures: [RepeatedFigure]

    package init(_ figures: [RepeatedFigure]) {
        self.figures = figures
    }

    /// Ends with a line feed; nil where nothing was repeated.
    package func text(_ style: TerminalStyle) -> String? {
        guard let most = figures.map(\.runs).max() else { return nil }
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
        let heading = "over \(CountFormat.text(most, "run")): median, spread and worst of each time"
        var lines = [style.accent(heading, .bold)] + table(shown).lines(style)
        if left > 0 { lines.append("  \(CountFormat.text(left, "file")) that differ less: see --json") }
        return lines.joined(separator: "\n") + "\n"
    }

    private func table(_ figures: [RepeatedFigure]) -> TextTable {
        func column(
            _ heading: String,
            isRightAligned: Bool = true,
            priority: Int? = nil,
            _ cell: (RepeatedFigure) -> String
        ) -> TextTable.Column {
            TextTable.Column(
                heading: [heading],
                cells: figures.map(cell),
                isRightAligned: isRightAligned,
                priority: priority
            )
        }
        let axes = (figures.first?.matrix ?? []).map(\.key).map { key in
            column(key, isRightAligned: false) { figure in
                figure.matrix.first { $0.key == key }?.value ?? "-"
            }
        }
        return TextTable(
            columns: axes + [
                column("step", isRightAligned: false) { $0.step },
                column("time", isRightAligned: false) { $0.file?.shortened(to: 24) ?? "makespan" },
                column("median") { DurationFormat.text($0.median, like: $0.greatest) },
                column("least", priority: 1) { DurationFormat.text($0.least, like: $0.greatest) },
                column("worst") { DurationFormat.text($0.greatest, like: $0.greatest) },
                column("in run", priority: 2) { "\($0.worstRepetition)" },
                column("spread", priority: 3) { figure in
                    figure.relativeSpread.map { FixedPoint.percent($0) } ?? "-"
                },
            ]
        )
    }
}
