import Analysis
import Figures
import LinkModel
import Runs
package import Theory
import Wire

/// What theory says of a scenario, before it runs: four theories of every transfer, and what the steps come to.
package struct PredictionReport: Sendable {
    /// Of bars and what stands below them.
    private static let indent = 4
    private static let fileWidth = TextTable.Shrinking(whileOthersLeave: 16, atLeast: 8)

    let prediction: ScenarioPrediction
    let ledgers: PredictedLedgers
    let scenario: String
    /// Axes of a matrix and their values here.
    let combination: [(key: String, value: String)]

    package init(
        _ prediction: ScenarioPrediction,
        scenario: String,
        combination: [(key: String, value: String)] = []
    ) {
        self.prediction = prediction
        ledgers = PredictedLedgers(prediction)
        self.scenario = scenario
        self.combination = combination
    }

    /// Ends with a line feed.
    package func text(_ style: TerminalStyle) -> String {
        var blocks: [[String]] = [
            [style.accent(title, .bold)] + lineWords(prediction.plan.link).wrapped(style.width, hanging: 2)
        ]
        var link = prediction.plan.link
        for step in prediction.steps {
            var lines = [style.accent(step.name, .bold)]
            if step.link != link {
                link = step.link
                let words = "the line from here on: " + lineWords(link)
                lines += words.wrapped(style.width, indent: 2, hanging: 4)
            }
            blocks.append(lines + table(step).lines(style) + [""] + sums(step))
            if let bars = bars(step, style) { blocks.append(bars) }
        }
        if let legend = LedgerLines.legend(toldLedgers, indent: Self.indent, style) { blocks.append(legend) }
        blocks.append(closing.wrapped(style.width, hanging: 2))
        return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    private var toldLedgers: [TransferLedger] {
        prediction.steps.flatMap(\.transfers).compactMap { ledgers.ledger(of: $0) }
    }

    private var title: String {
        let axes = combination.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        return axes.isEmpty ? scenario : "\(scenario) (\(axes))"
    }

    private func lineWords(_ link: LinkParameters) -> String {
        "down \(DirectionWords(link, .down).text); up \(DirectionWords(link, .up).text)"
    }

    private func table(_ step: ScenarioPrediction.Step) -> TextTable {
        let transfers = step.transfers
        func column(
            _ heading: String,
            priority: Int? = nil,
            _ time: (ScenarioPrediction.Transfer) -> Nanoseconds?
        ) -> TextTable.Column {
            TextTable.Column(
                heading: [heading],
                cells: transfers.map { transfer in
                    transfer.source == .cache ? "-" : time(transfer).map(DurationFormat.text) ?? "?"
                },
                priority: priority
            )
        }
        return TextTable(columns: [
            TextTable.Column(
                heading: ["file"],
                cells: transfers.map(\.file),
                isRightAligned: false,
                shrinking: Self.fileWidth
            ),
            TextTable.Column(
                heading: ["from"],
                cells: transfers.map(\.source.rawValue),
                isRightAligned: false,
                priority: 3
            ),
            column("article", priority: 0) { $0.article }, column("wire", priority: 1) { $0.wire },
            column("alone", priority: 2) { $0.alone }, column("shared", priority: 4) { $0.shared },
            column("in all") { prediction.duration(of: $0) },
        ])
    }

    /// Where the time of each transfer will go; nil where that is not told.
    private func bars(_ step: ScenarioPrediction.Step, _ style: TerminalStyle) -> [String]? {
        let longest = LedgerLines.longest(toldLedgers)
        let lines = step.transfers.flatMap { transfer -> [String] in
            guard let ledger = ledgers.ledger(of: transfer), ledger.total > 0 else { return [] }
            let name = transfer.file.printable.shortened(to: 40)
            let head = "  \(name)  \(DurationFormat.text(ledger.total))"
            return [head] + LedgerLines(ledger, indent: Self.indent, longest: longest).lines(style)
        }
        return lines.isEmpty ? nil : lines
    }

    private func sums(_ step: ScenarioPrediction.Step) -> [String] {
        let durations = step.transfers.filter { $0.source != .cache }.map { prediction.duration(of: $0) }
        let sum = durations.contains(nil) ? nil : durations.compactMap { $0 }.reduce(0, +)
        return [
            "  makespan          \(step.makespan.map(DurationFormat.text) ?? "not told")",
            "  sum of durations  \(sum.map(DurationFormat.text) ?? "not told")",
        ]
    }

    private var closing: String {
        guard let total = prediction.total else {
            let why =
                prediction.gaps.isEmpty ? "not all of it ends" : "theory leaves out \(prediction.gaps.words)"
            return "in all: not told: \(why)"
        }
        guard prediction.outcome.packets > 0 || prediction.gaps.isEmpty else {
            return
                "in all: \(DurationFormat.text(total)), by formulas that leave out \(prediction.gaps.words)"
        }
        return "in all: \(DurationFormat.text(total)), by \(prediction.outcome.packets) simulated packets"
    }
}
