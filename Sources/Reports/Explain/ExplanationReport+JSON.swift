package import Analysis
package import JSON
import Logs
import Runs

extension ExplanationReport {
    /// The document of `explain --json`.
    package static func document(_ explanation: RunExplanation, folder: String) -> JSONValue {
        let result = explanation.result
        return [
            "schema": .string(RunExplanation.schema), "folder": folder.json, "scenario": result.scenario.json,
            "mode": .string(explanation.isOfCapture ? "capture" : result.link.mode.rawValue),
            "outcome": .string(result.outcome.rawValue),
            "trusted": result.emulation.isTrusted.json, "missing": explanation.missing.map(\.words).json,
            "steps": .array(explanation.steps.map(json)),
            "whatIf": explanation.whatIfs.map { .array($0.map(\.json)) } ?? .null,
        ]
    }

    private static func json(_ step: StepExplanation) -> JSONValue {
        [
            "name": step.step.name.json, "makespanNs": step.step.makespan.json,
            "sumOfDurationsNs": step.step.sumOfDurations.json, "busyNs": step.step.busy.json,
            "overlap": step.step.overlap.json, "utilisation": step.step.utilisation.json,
            "fairness": step.fairness.json, "concurrency": step.concurrency.json,
            "ledger": step.step.ledger.json, "overlapSentence": OverlapSentence(step).wholeText.json,
            "transfers": .array(step.transfers.map(json)),
        ]
    }

    private static func json(_ explanation: TransferExplanation) -> JSONValue {
        let transfer = explanation.transfer
        return [
            "id": transfer.id.json, "file": transfer.file.json, "source": .string(transfer.source.rawValue),
            "error": transfer.error.json, "durationNs": transfer.duration.json,
            "efficiency": transfer.efficiency.json, "ledger": transfer.ledger.json,
            "waitedFor": (transfer.ledger?.waitedFor).json,
            "flowControl": (transfer.ledger?.flowControl).json,
            "losses": (transfer.ledger?.losses).json,
            "sentences": CauseSentence(explanation).texts.json,
        ]
    }
}
