import Analysis
import Figures
import JSON
import LinkModel
import Logs
import Runs
import Wire

/// What a run's page draws, as JSON. Times are nanoseconds from the run's start.
struct RunPageData {
    private static let schema = "netlab.page/1"

    private let explanation: RunExplanation
    private let link: [LinkLogEntry]

    init(_ explanation: RunExplanation, link: [LinkLogEntry]) {
        self.explanation = explanation
        self.link = link
    }

    private var result: RunResult { explanation.result }

    var title: String { "\(result.scenario): \(result.outcome.rawValue) · netlab" }

    var json: JSONValue {
        let answer = ExplanationAnswer(explanation).sentences
        let files = Artifact.allCases.filter { result.artifacts.contains($0) }
        return [
            "schema": .string(Self.schema), "scenario": result.scenario.json,
            "outcome": .string(result.outcome.rawValue), "failure": result.failure.json,
            "startedAt": .string(TimestampFormat.text(result.startedAt)), "answer": answer.json,
            "findings": result.findings.map { FindingSentence($0).text }.json,
            "missing": explanation.missing.map(\.words).json,
            "expectations": .array(result.expectations.map(\.json)),
            "line": .string(LinkLine(result.link).text), "emulation": result.emulation.json,
            "causes": .array(
                LedgerCause.inTime.map { ["name": .string($0.rawValue), "words": .string($0.words)] }
            ),
            "steps": .array(explanation.steps.map(json)),
            "transfers": .array(explanation.steps.flatMap(\.transfers).map(json)),
            "rate": [
                "down": result.link.parameters.down.rateBps.json,
                "up": result.link.parameters.up.rateBps.json,
            ],
            "chart": chart, "flows": .array(FlowTrace.all(in: link).map(json)),
            "files": .array(
                files.map { ["name": .string($0.fileName), "what": .string($0.words)] }
                    + [["name": .string(RunResult.fileName), "what": "all figures"]]
            ),
        ]
    }

    private func json(_ step: StepExplanation) -> JSONValue {
        let told = step.step
        return [
            "name": told.name.json, "start": .integer(told.start - .zero), "makespan": told.makespan.json,
            "sum": told.sumOfDurations.json, "overlap": told.overlap.json,
            "utilisation": told.utilisation.json,
            "hitRatio": told.hitRatio.json, "requests": told.requests.json,
            "theory": (told.theory?.shared).json, "sentence": OverlapSentence(step).text.json,
            "answers": told.cache.answers.json,
        ]
    }

    private func json(_ explained: TransferExplanation) -> JSONValue {
        let transfer = explained.transfer
        // Most causes took no time.
        let ledger = transfer.ledger.map { ledger in
            LedgerCause.allCases.compactMap { cause -> JSONValue.Member? in
                guard let time = ledger[cause], time != 0 else { return nil }
                return JSONValue.Member(key: cause.rawValue, value: .integer(time))
            }
        }
        return [
            "id": transfer.id.json, "step": transfer.step.json, "file": transfer.file.json,
            "url": transfer.url.json,
            "source": .string(transfer.source.rawValue), "status": transfer.status.json,
            "error": transfer.error.json, "start": .integer(transfer.start - .zero),
            "duration": transfer.duration.json, "body": transfer.bodyBytes.json,
            "version": transfer.httpVersion.json, "connection": transfer.connection.json,
            "opened": transfer.newConnection.json,
            "port": transfer.linePort.map { .integer(Int64($0)) } ?? .null,
            "phases": transfer.phases.json,
            "log": (transfer.clientLog?.exchange.duration).json,
            "capture": (transfer.capture?.exchange.duration).json, "theory": transfer.theory.json,
            "setUp": transfer.setUp.json, "ledger": ledger.map { JSONValue.object($0) } ?? .null,
            "sentences": CauseSentence(explained).texts.json,
        ]
    }

    private var chart: JSONValue {
        guard let chart = LineChart(link) else { return .null }
        func series(_ series: LineChart.Series) -> JSONValue {
            [
                "rates": series.rates.json, "queue": series.queue.json, "drops": series.drops.json,
            ]
        }
        return [
            "start": .integer(chart.start - .zero), "stretch": .integer(chart.stretch),
            "down": series(chart.down), "up": series(chart.up),
        ]
    }

    /// Lists of numbers, since a connection has thousands of points.
    private func json(_ flow: FlowTrace) -> JSONValue {
        [
            "port": .integer(Int64(flow.clientPort)),
            "pieces": .array(
                flow.pieces.map { piece in
                    [
                        .integer(piece.start - .zero), .integer(piece.end - piece.start),
                        .integer(Int64(piece.bytes.lowerBound)), .integer(Int64(piece.bytes.count)),
                        .integer(Int64(piece.kind.rawValue)),
                    ]
                }
            ),
            "acknowledgements": .array(
                flow.acknowledgements.map { one in
                    [
                        .integer(one.at - .zero), .integer(Int64(one.bytes)),
                        .integer(Int64(one.room - one.bytes)),
                    ]
                }
            ),
        ]
    }
}
