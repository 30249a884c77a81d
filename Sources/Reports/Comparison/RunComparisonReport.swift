package import Analysis
import Figures
import Runs

/// Two groups of runs side by side, for a reader.
package struct RunComparisonReport {
    let comparison: RunComparison
    let names: (before: String, after: String)
    /// Share by which the second runs may be worse; nil judges by the test alone.
    let tolerance: Double?

    package init(_ comparison: RunComparison, _ before: String, _ after: String, tolerance: Double?) {
        self.comparison = comparison
        names = (before, after)
        self.tolerance = tolerance
    }

    /// Neither is a figure of the second runs worse, nor do they do something else.
    package var isAlike: Bool {
        comparison.differences.isEmpty && !comparison.figures.contains { $0.isWorse(beyond: tolerance) }
    }

    /// What makes the second runs worse, a sentence each.
    package var complaints: [String] {
        comparison.differences.map(\.sentence)
            + comparison.figures.filter { $0.isWorse(beyond: tolerance) }.map { figure in
                "\(Self.place(figure)): \(figure.name): \(figure.sentence)"
            }
    }

    package var document: ReportDocument {
        var document = ReportDocument([[.line("\(names.before) beside \(names.after)")]])
        if !comparison.differences.isEmpty {
            document.append(
                ReportSection(
                    comparison.differences.map { .text($0.sentence.printable, indent: 2, hanging: 4) }
                )
            )
        }
        let rows = comparison.figures.filter { $0.verdict != .equal }
        if !rows.isEmpty { document.append([.table(Self.table(rows))]) }
        document.append(ReportSection(remarks.map { .text($0) }))
        return document
    }

    private static func table(_ figures: [ComparedFigure]) -> ReportTable {
        let repeats = figures.contains { $0.before.count > 1 || $0.after.count > 1 }
        var columns: [TableColumn<ComparedFigure>] = [
            .text("step") { place($0).printable.shortened(to: 40) },
            .text("figure") { $0.name.printable.shortened(to: 60) },
            .number("before", priority: 4) { $0.middle(of: $0.before) },
        ]
        if repeats { columns.append(.number("spread", priority: 1) { $0.spread(of: $0.before) }) }
        columns.append(.number("after", priority: 3) { $0.middle(of: $0.after) })
        if repeats { columns.append(.number("spread", priority: 0) { $0.spread(of: $0.after) }) }
        columns.append(.text("difference") { $0.sentence })
        return ReportTable(figures, columns, indent: 0)
    }

    private static func place(_ figure: ComparedFigure) -> String {
        figure.matrix.isEmpty ? figure.step : "\(figure.step) (\(RunDifference.words(figure.matrix)))"
    }

    /// What the comparison comes to, and what it cannot say.
    private var remarks: [String] {
        let figures = comparison.figures
        let different = figures.filter { $0.verdict != .equal }
        let runs = "\(CountFormat.text(comparison.before, "run")) beside \(comparison.after)"
        var remarks: [String] = []
        if different.isEmpty, comparison.differences.isEmpty {
            remarks.append("\(runs): \(CountFormat.text(figures.count, "figure")), all equal")
        } else {
            let worse = figures.count { $0.isWorse(beyond: tolerance) }
            let judged = tolerance.map { " by more than \(FixedPoint.percent($0, digits: 0))" } ?? ""
            remarks.append(
                "\(runs): \(CountFormat.text(figures.count, "figure")), \(different.count) of which differ, \(worse) of them worse\(judged)"
            )
        }
        if figures.contains(where: { if case .tooFew = $0.verdict { true } else { false } }), tolerance == nil
        {
            remarks.append(
                "There are too few runs to show a difference: repeat both (netlab run --repeat 5), or set --tolerance."
            )
        }
        let leftOut = comparison.leftOutBefore + comparison.leftOutAfter
        if leftOut > 0 {
            remarks.append(
                "\(CountFormat.text(leftOut, "run")) left out: failed, interrupted, or not trusted."
            )
        }
        return remarks
    }
}
