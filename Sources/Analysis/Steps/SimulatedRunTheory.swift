import LinkModel
import Logs
import Runs
import Scenarios
import Theory
import Wire

/// The simulator's times for every exchange of a run: on their actual connections, from their actual starts,
/// over the same line with the same fates.
struct SimulatedRunTheory {
    /// By the transfer's index in the record; those without an exchange have none.
    private(set) var transfers: [Int: TransferTheory] = [:]
    /// By the transfer's index: when it ends, sharing the line.
    private(set) var sharedEnds: [Int: Instant] = [:]

    /// nil if the run is not one that can be simulated. Without `programs` the programs take no time.
    init?(
        _ record: RunRecord,
        _ scenario: Scenario,
        _ conditions: StepConditions,
        _ programs: WitnessedPrograms? = nil
    ) {
        guard let replay = RunReplay(record, scenario, conditions, programs),
            let simulation = ExchangeSimulation(replay.plan)
        else { return nil }
        let (plan, epoch, exchanges) = (replay.plan, replay.epoch, replay.exchanges)
        for (place, index) in replay.known.enumerated() {
            transfers[index] = Self.theory(
                plan.fetches[place],
                conditions.theory(of: record.transfers[index].step)
            )
            transfers[index]?.alone = simulation.alone(place)
            transfers[index]?.shared = simulation.shared(place)
            sharedEnds[index] = simulation.end(place).map { $0 + epoch }
        }
        for (index, exchange) in exchanges where !exchange.isKnown {
            transfers[index] = Self.theory(
                exchange.fetch,
                conditions.theory(of: record.transfers[index].step)
            )
            // Its effect on the others is unknown.
            let step = record.transfers[index].step
            for other in exchanges.keys where record.transfers[other].step == step {
                transfers[other]?.shared = nil
                sharedEnds[other] = nil
            }
        }
    }

    private static func theory(_ fetch: SimulatedFetch, _ theory: LinkTheory) -> TransferTheory {
        TransferTheory(
            article: theory.article(bodyBytes: fetch.bodyBytes),
            wire: theory.wire(headerBytes: fetch.headerBytes, bodyBytes: fetch.bodyBytes),
            alone: nil,
            shared: nil
        )
    }
}
