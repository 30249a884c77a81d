import Analysis
package import JSON
import LinkModel
import Theory
import Wire

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
