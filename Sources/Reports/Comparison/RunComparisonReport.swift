package import Analysis
import Figures
package import JSON
import Runs

/// Two groups of runs side by side, for a reader.
package struct RunComparisonReport {
    private let comparison: RunComparison
    let names: (before: String, after: String)
    /// Share by which the second runs may be worse; nil judges by the test alone.
    private let tolerance: Double?

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

// MARK: Git hub

extension RunComparisonReport {
    /// An annotation for each complaint, as GitHub Actions reads it.
    package func annotations(file: String?) -> String {
        complaints.map { complaint in
            let command = WorkflowCommand(
                .error,
                file: file,
                title: "worse than \(names.before)",
                message: complaint
            )
            return command.text + "\n"
        }.joined()
    }

    /// A heading and a list for `$GITHUB_STEP_SUMMARY`.
    package var summary: String {
        let heading = MarkdownText.escaped("\(names.before) beside \(names.after)")
        let lines = complaints.isEmpty ? ["Nothing is worse."] : complaints.map(MarkdownText.escaped)
        return "### \(heading)\n\n" + lines.map { "- \($0)\n" }.joined() + "\n"
    }
}

// MARK: JSON

extension RunComparisonReport {
    /// Every figure, equal ones too.
    package var json: JSONValue {
        [
            "schema": "netlab.diff/1", "before": names.before.json, "after": names.after.json,
            "alike": isAlike.json, "tolerance": tolerance.json, "runsBefore": comparison.before.json,
            "runsAfter": comparison.after.json, "leftOutBefore": comparison.leftOutBefore.json,
            "leftOutAfter": comparison.leftOutAfter.json, "virtualTime": comparison.isExact.json,
            "differences": comparison.differences.map(\.sentence).json,
            "figures": .array(comparison.figures.map(json)),
        ]
    }

    private func json(_ figure: ComparedFigure) -> JSONValue {
        let change = figure.change
        return [
            "matrix": figure.matrix.isEmpty
                ? nil : .object(figure.matrix.map { .init(key: $0.key, value: $0.value.json) }),
            "step": figure.step.json, "file": figure.file.json, "turn": figure.turn.json,
            "metric": figure.metric.name.json, "unit": figure.metric.isTime ? "ns" : "B",
            "before": Self.json(figure.before), "after": Self.json(figure.after),
            "verdict": .string(figure.verdictName), "change": (change?.amount).json,
            "changeRatio": (change?.share).json, "marginRatio": (change?.margin).json, "p": figure.p.json,
            "worse": figure.isWorse(beyond: tolerance).json, "sentence": figure.sentence.json,
        ]
    }

    private static func json(_ values: [Int64]) -> JSONValue {
        [
            "runs": values.count.json, "median": ComparedFigure.median(values).json,
            "min": values.min().json, "max": values.max().json, "values": values.json,
        ]
    }
}

extension ComparedFigure {
    fileprivate var verdictName: String {
        switch verdict {
        case .equal: "equal"
        case .certain: "certain"
        case .shown: "shown"
        case .notShown: "not-shown"
        case .tooFew: "too-few"
        }
    }

    /// nil if nothing was tested.
    fileprivate var p: Double? {
        switch verdict {
        case .shown(_, let p), .notShown(_, let p): p
        case .equal, .certain, .tooFew: nil
        }
    }
}
