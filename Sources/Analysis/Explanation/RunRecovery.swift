import LinkModel
package import Runs
import Scenarios
import Wire

/// Makes the most of a run's folder: the result where it is whole, what the logs tell where it is not.
package struct RunRecovery {
    private let files: RunFiles
    /// nil where nothing is left to be explained.
    package private(set) var result: RunResult?
    /// What is not known, in sentences without a full stop.
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
        guard let told = TimingRecovery(files.timing, files.origin, files.scenario).result else { return }
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

    /// The whole line stands in the scenario only.
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
        if !without.isEmpty { addLedgers(to: &result, without) }
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

    private mutating func addLedgers(to result: inout RunResult, _ places: [Int]) {
        let log = RecoveredLineLog(files.link, of: result.transfers)
        var record = RunRecord(result, files)
        record.linkLog = log.entries
        let steps = result.steps
        let link = result.link.parameters
        let book = LedgerBook(record) { step in steps.first { $0.name == step }?.link ?? link }
        let canTell = log.entries.contains { $0.segment != nil }
        var torn = 0
        for place in places {
            let transfer = result.transfers[place]
            let hadExchange = canTell && transfer.clientPort != nil && transfer.clientLog != nil
            let isLogged = hadExchange && log.tells(of: transfer)
            if hadExchange, !isLogged { torn += 1 }
            result.transfers[place].ledger =
                isLogged ? book.ledger(of: place) : EstimatedLedger.ledger(transfer, files.origin)
        }
        note(log, torn: torn)
        guard files.result != nil else { return }
        let names =
            places.count == result.transfers.count ? "its transfers" : "\(places.count) of its transfers"
        let how = canTell ? "it was worked out again from the logs" : "it is estimated"
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
