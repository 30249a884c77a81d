import Figures
import JSON
import LinkModel
package import Runs
import Scenarios
import Wire

/// Recovers as much of a run's folder as possible: the result if it is whole, else a result from the logs.
package struct RunRecovery {
    private let files: RunFiles
    /// nil if nothing is left to explain.
    package private(set) var result: RunResult?
    /// Unknown facts, as sentences without a full stop.
    package private(set) var missing: [String]

    package init(_ files: RunFiles) {
        self.files = files
        missing = files.missing
        result = files.result
        if result?.transfers.isEmpty ?? true { recoverTransfers() }
        addLink()
        mendSteps()
        addLedgers()
        if result?.transfers.isEmpty ?? true { result = nil }
    }

    private mutating func recoverTransfers() {
        guard let told = TimingRecovery(files).result else { return }
        missing.append(
            result == nil
                ? "without result.json the transfers are those of the timing log"
                : "the transfers are those of the timing log"
        )
        guard var kept = result else {
            result = told
            return
        }
        kept.transfers = told.transfers
        kept.steps = told.steps
        result = kept
    }

    private mutating func mendSteps() {
        guard var result else { return }
        missing += Self.disagreements(result, files.timing)
        missing += Self.mendSteps(of: &result)
        self.result = result
    }

    /// Only the scenario has the whole line.
    private mutating func addLink() {
        guard let scenario = files.scenario, var result else { return }
        result.link.parameters = scenario.link.parameters
        let conditions = StepConditions(scenario, result.link)
        for place in result.steps.indices {
            result.steps[place].link = conditions.link(of: result.steps[place].name)
        }
        self.result = result
    }

    private mutating func addLedgers() {
        guard var result else { return }
        let without = result.transfers.indices.filter { result.transfers[$0].ledger == nil }
        let log = RecoveredLineLog(files.link, of: result.transfers)
        if !without.isEmpty { addLedgers(to: &result, without, log) }
        if let found = files.result, !found.transfers.isEmpty {
            missing += ResultAudit(found, mended: result, files, log).faults
        }
        for transfer in result.transfers {
            guard let ledger = transfer.ledger, ledger.total != transfer.duration else { continue }
            missing.append(
                "the rows of \(transfer.step)[\(transfer.file)] add up to \(DurationFormat.text(ledger.total)), not to its "
                    + "\(DurationFormat.text(transfer.duration)): result.json was edited"
            )
        }
        for place in result.steps.indices where result.steps[place].ledger == nil {
            let ledgers = result.transfers(of: result.steps[place].name).compactMap(\.ledger)
            result.steps[place].ledger = TransferLedger.sum(ledgers)
        }
        self.result = result
    }

    private mutating func addLedgers(to result: inout RunResult, _ places: [Int], _ log: RecoveredLineLog) {
        let ledgers = RecoveredLedgers(result, files, log)
        var torn = 0
        for place in places {
            let logged = ledgers.logged(place)
            if log.hasSegments, logged == nil, result.transfers[place].clientPort != nil { torn += 1 }
            result.transfers[place].ledger = logged ?? ledgers.estimated(place)
        }
        note(log, torn: torn)
        guard files.result != nil else { return }
        let names =
            places.count == result.transfers.count ? "its transfers" : "\(places.count) of its transfers"
        let how = log.hasSegments ? "it was worked out again from the logs" : "it is estimated"
        missing.append("result.json has no ledger of \(names): \(how)")
    }

    private mutating func note(_ log: RecoveredLineLog, torn: Int) {
        if log.contradictions > 0 {
            missing.append(
                "\(log.contradictions) entries of link.jsonl have times that run backwards, and are left out"
            )
        }
        guard torn > 0 else { return }
        missing.append(
            "link.jsonl does not have all packets of \(torn) of the transfers: their rows are estimated"
        )
    }
}
