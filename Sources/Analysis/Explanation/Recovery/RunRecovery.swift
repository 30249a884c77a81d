import JSON
import LinkModel
package import Runs
import Scenarios
import Wire

/// Recovers as much of a run's folder as possible: the result if it is whole, else a result from the logs.
package struct RunRecovery {
    private var files: RunFiles
    /// nil if nothing is left to explain.
    package private(set) var result: RunResult?
    /// Unknown facts, and contradictions.
    package private(set) var missing: [RecoveryFault]

    package init(_ files: RunFiles) {
        self.files = files
        missing = files.missing
        result = files.result
        if result?.transfers.isEmpty ?? true { recoverTransfers() }
        addLink()
        if files.result?.transfers.isEmpty ?? true { result?.measureSpeeds() }
        mendSteps()
        addLedgers()
        if result?.transfers.isEmpty ?? true { result = nil }
    }

    private mutating func recoverTransfers() {
        guard let told = TimingRecovery(files).result else { return }
        missing.append(.transfersOfLog(hasResult: result != nil))
        if !files.proxy.isEmpty {
            // The timing log does not say which of its connections the client had with the proxy.
            missing.append(.proxyUntold)
            files.proxy = []
        }
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
                .rows(TransferName(transfer), sum: ledger.total, duration: transfer.duration)
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
            // Without the proxy's log nothing says which of the line's connections a transfer used.
            let isFindable = result.transfers[place].proxy == nil || !files.proxy.isEmpty
            if log.hasSegments, logged == nil, isFindable, result.transfers[place].clientPort != nil {
                torn += 1
            }
            result.transfers[place].ledger = logged ?? ledgers.estimated(place)
        }
        note(log, torn: torn)
        guard files.result != nil else { return }
        let isAll = places.count == result.transfers.count
        missing.append(.ledgers(transfers: isAll ? nil : places.count, isLogged: log.hasSegments))
    }

    private mutating func note(_ log: RecoveredLineLog, torn: Int) {
        if log.contradictions > 0 { missing.append(.backwards(entries: log.contradictions)) }
        if torn > 0 { missing.append(.torn(transfers: torn)) }
    }
}
