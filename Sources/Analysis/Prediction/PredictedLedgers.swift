import LinkModel
package import Runs
package import Theory
import Wire

/// Predicts the causes of the time of a scenario's transfers: the ledger reads the simulation as a run.
package struct PredictedLedgers: Sendable {
    /// By the indices of the plan's fetches.
    private var ledgers: [Int: TransferLedger] = [:]

    /// Empty if the simulation kept no log.
    package init(_ prediction: ScenarioPrediction) {
        var named: [Int: RunRecord.Simulated] = [:]
        for step in prediction.steps {
            for transfer in step.transfers where transfer.shared != nil {
                guard let place = transfer.place, named[place] == nil else { continue }
                named[place] = RunRecord.Simulated(place: place, file: transfer.file, step: step.name)
            }
        }
        let lines = Dictionary(prediction.steps.map { ($0.name, $0.link) }) { first, _ in first }
        let transfers = named.keys.sorted().compactMap { named[$0] }
        self.init(prediction.plan, prediction.outcome, transfers) { lines[$0] ?? prediction.plan.link }
    }

    /// `links` returns the line of a step.
    init(
        _ plan: SimulationPlan,
        _ outcome: SimulationOutcome,
        _ transfers: [RunRecord.Simulated],
        links: @escaping (String) -> LinkParameters
    ) {
        guard !outcome.linkLog.isEmpty else { return }
        let record = RunRecord(plan, outcome, transfers)
        let book = LedgerBuilder(record, links: links)
        for (place, transfer) in record.transfers.enumerated() {
            ledgers[transfer.id] = book.ledger(of: place)
        }
    }

    subscript(place: Int) -> TransferLedger? { ledgers[place] }

    /// nil if a cache answers, or if the simulation does not cover it.
    package func ledger(of transfer: ScenarioPrediction.Transfer) -> TransferLedger? {
        transfer.place.flatMap { ledgers[$0] }
    }

    /// All of a step's transfers added up; nil if one that uses the network has none.
    package func ledger(of step: ScenarioPrediction.Step) -> TransferLedger? {
        let fetched = step.transfers.filter { $0.place != nil }
        let known = fetched.compactMap { ledger(of: $0) }
        return known.count == fetched.count ? TransferLedger.sum(known) : nil
    }
}
