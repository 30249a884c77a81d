import Analysis
import Figures
import LinkModel
import Runs
package import Theory
import Wire

/// Prediction of a scenario before it runs: four theories for every transfer, and each step's sums.
package struct PredictionReport: Sendable {
    private static let fileWidth = ReportColumn.Shrinking(whileOthersLeave: 16, atLeast: 8)

    let prediction: ScenarioPrediction
    let ledgers: PredictedLedgers
    let scenario: String
    /// A matrix's axes and their values in this combination.
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

    package var document: ReportDocument {
        var link = prediction.plan.link
        var sections: [ReportSection] = [[.heading(title), .text(lineWords(link), hanging: 2)]]
        let longest = LedgerBar.longest(toldLedgers)
        for step in prediction.steps {
            var head: ReportSection = [.heading(step.name)]
            if step.link != link {
                link = step.link
                head += [.text("the line from here on: " + lineWords(link), indent: 2, hanging: 4)]
            }
            head += [.table(table(step))]
            sections += [head, [.figures(sums(step))]]
            let bars = bars(step, longest: longest)
            if !bars.isEmpty { sections.append(ReportSection(bars)) }
        }
        if longest > 0 { sections.append([.barLegend]) }
        return ReportDocument(sections + [[.text(closing, hanging: 2)]])
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

    private func table(_ step: ScenarioPrediction.Step) -> ReportTable {
        typealias Transfer = ScenarioPrediction.Transfer
        func time(_ time: @escaping (Transfer) -> Nanoseconds?) -> (Transfer) -> String {
            { $0.source == .cache ? "-" : time($0).map(DurationFormat.text) ?? "?" }
        }
        return ReportTable(
            step.transfers,
            [
                .text("file", shrinking: Self.fileWidth) { $0.file },
                .text("from", priority: 3) { $0.source.rawValue },
                .number("article", priority: 0, cell: time { $0.article }),
                .number("wire", priority: 1, cell: time { $0.wire }),
                .number("alone", priority: 2, cell: time { $0.alone }),
                .number("shared", priority: 4, cell: time { $0.shared }),
                .number("in all", cell: time { prediction.duration(of: $0) }),
            ]
        )
    }

    /// Predicted causes of each transfer's time.
    private func bars(_ step: ScenarioPrediction.Step, longest: Nanoseconds) -> [ReportElement] {
        step.transfers.compactMap { transfer in
            guard let ledger = ledgers.ledger(of: transfer), ledger.total > 0 else { return nil }
            let name = transfer.file.printable.shortened(to: 40)
            let label = "\(name)  \(DurationFormat.text(ledger.total))"
            return .bar(LedgerBar(ledger, label: label, longest: longest).bar)
        }
    }

    private func sums(_ step: ScenarioPrediction.Step) -> ReportFigures {
        let durations = step.transfers.filter { $0.source != .cache }.map { prediction.duration(of: $0) }
        let sum = durations.contains(nil) ? nil : durations.compactMap { $0 }.reduce(0, +)
        return ReportFigures(
            [
                ReportFigure("makespan", step.makespan.map(DurationFormat.text) ?? "not known"),
                ReportFigure("sum of durations", sum.map(DurationFormat.text) ?? "not known"),
            ],
            alignment: .left
        )
    }

    private var closing: String {
        guard let total = prediction.total else {
            let why =
                prediction.gaps.isEmpty
                ? "not every transfer ends" : "theory leaves out \(prediction.gaps.words)"
            return "in all: not known: \(why)"
        }
        guard prediction.outcome.packets > 0 || prediction.gaps.isEmpty else {
            return
                "in all: \(DurationFormat.text(total)), by formulas that leave out \(prediction.gaps.words)"
        }
        return "in all: \(DurationFormat.text(total)), "
            + "by \(CountFormat.text(prediction.outcome.packets, "simulated packet"))"
    }
}
