package import Analysis
import Figures
package import JSON
import LinkModel
import Runs
package import Theory
import Wire

/// Prediction of a scenario before it runs: four theories for every transfer, and each step's sums.
package struct PredictionReport: Sendable {
    private static let fileWidth = ReportColumn.Shrinking(preferred: 16, atLeast: 8)

    private let prediction: ScenarioPrediction
    let ledgers: PredictedLedgers
    let scenario: String
    /// A matrix's axes and their values in this combination.
    let combination: [(key: String, value: String)]

    /// `ledgers` are the prediction's, if they are known already.
    package init(
        _ prediction: ScenarioPrediction,
        _ ledgers: PredictedLedgers? = nil,
        scenario: String,
        combination: [(key: String, value: String)] = []
    ) {
        self.prediction = prediction
        self.ledgers = ledgers ?? PredictedLedgers(prediction)
        self.scenario = scenario
        self.combination = combination
    }

    package var document: ReportDocument {
        var link = prediction.plan.link
        var sections: [ReportSection] = [[.heading(title), .text(LineWords(link).text, hanging: 2)]]
        let longest = LedgerBar.longest(shownLedgers)
        for step in prediction.steps {
            var head: ReportSection = [.heading(step.name)]
            if step.link != link {
                link = step.link
                head += [.text("the line from here on: " + LineWords(link).text, indent: 2, hanging: 4)]
            }
            head += [.table(table(step))]
            sections += [head, [.figures(sums(step))]]
            let bars = bars(step, longest: longest)
            if !bars.isEmpty { sections.append(ReportSection(bars)) }
        }
        if longest > 0 { sections.append([.barLegend]) }
        return ReportDocument(sections + [[.text(closing, hanging: 2)]])
    }

    private var shownLedgers: [TransferLedger] {
        prediction.steps.flatMap(\.transfers).compactMap { ledgers.ledger(of: $0) }
    }

    private var title: String {
        let axes = combination.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        return axes.isEmpty ? scenario : "\(scenario) (\(axes))"
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

// MARK: JSON

extension PredictionReport: JSONRepresentable {
    package static let schema = "netlab.prediction/1"

    /// One document for a scenario's predictions: the prediction itself, or those of all its combinations.
    package static func document(_ predictions: [PredictionReport]) -> JSONValue {
        if predictions.count == 1 { return predictions[0].json }
        return ["schema": "netlab.predictions/1", "predictions": predictions.json]
    }

    package var json: JSONValue {
        [
            "schema": .string(Self.schema), "scenario": scenario.json, "seed": prediction.plan.seed.json,
            "matrix": combination.isEmpty
                ? nil : .object(combination.map { .init(key: $0.key, value: $0.value.json) }),
            "congestion": .string(prediction.congestion), "totalNs": prediction.total.json,
            "packets": prediction.outcome.packets.json,
            "retransmissions": prediction.outcome.retransmissions.json,
            "steps": .array(prediction.steps.map(json)), "timeouts": prediction.timeouts.json,
        ]
    }

    private func json(_ step: ScenarioPrediction.Step) -> JSONValue {
        [
            "name": step.name.json, "startNs": step.start.json, "makespanNs": step.makespan.json,
            "ledger": ledgers.ledger(of: step).json,
            "transfers": .array(step.transfers.map(json)),
        ]
    }

    private func json(_ transfer: ScenarioPrediction.Transfer) -> JSONValue {
        let simulated = transfer.place.map { prediction.outcome.transfers[$0] }
        let isTold = transfer.shared != nil
        return [
            "file": transfer.file.json, "source": .string(transfer.source.rawValue),
            "theory": transfer.source == .cache
                ? nil
                : [
                    "articleNs": transfer.article.json, "wireNs": transfer.wire.json,
                    "aloneNs": transfer.alone.json, "sharedNs": transfer.shared.json,
                ],
            "durationNs": isTold ? simulated?.duration.json ?? nil : nil,
            "connection": (simulated.map { Int($0.flow) }).json,
            "newConnection": (simulated?.isNewConnection).json,
            "startNs": (simulated?.start).json, "connectStartNs": (simulated?.connectStart).json,
            "connectEndNs": (simulated?.connectEnd).json, "securedNs": (simulated?.secured).json,
            "requestNs": (simulated?.requestFirstByte).json,
            "firstByteNs": isTold ? (simulated?.responseFirstByte).json : nil,
            "lastByteNs": isTold ? (simulated?.responseLastByte).json : nil,
            "ledger": ledgers.ledger(of: transfer).json, "timeSequence": sequence(transfer),
        ]
    }

    /// Bytes of the response, head included, over time: handed to the line, and received in order by the
    /// client.
    private func sequence(_ transfer: ScenarioPrediction.Transfer) -> JSONValue {
        guard transfer.shared != nil, let place = transfer.place,
            let sequence = TimeSequence(prediction.outcome, of: place)
        else { return nil }
        func pairs(_ points: [TimeSequence.Point]) -> JSONValue {
            .array(points.map { [$0.at.json, $0.bytes.json] })
        }
        return ["sent": pairs(sequence.sent), "received": pairs(sequence.received)]
    }
}
