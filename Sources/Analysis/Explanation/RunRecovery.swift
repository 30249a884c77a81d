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
        result = files.result ?? TimingRecovery(files.timing, files.origin, files.scenario).result
        if files.result == nil, result != nil {
            missing.append("without result.json the transfers are those of the timing log")
        }
        addLink()
        addLedgers()
        if result?.transfers.isEmpty ?? true { result = nil }
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
        let record = RunRecord(result, files)
        let steps = result.steps
        let link = result.link.parameters
        let book = LedgerBook(record) { step in steps.first { $0.name == step }?.link ?? link }
        let canTell = files.link.contains { $0.segment != nil }
        for place in places {
            let transfer = result.transfers[place]
            let isLogged = canTell && transfer.clientPort != nil && transfer.clientLog != nil
            result.transfers[place].ledger =
                isLogged ? book.ledger(of: place) : EstimatedLedger.ledger(transfer)
        }
        let names =
            places.count == result.transfers.count ? "its transfers" : "\(places.count) of its transfers"
        guard files.result != nil else { return }
        let how = canTell ? "it was worked out again from the logs" : "it is estimated"
        missing.append("result.json has no ledger of \(names): \(how)")
    }
}
