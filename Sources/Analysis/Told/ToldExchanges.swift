import Logs
package import Runs
package import Scenarios
import Theory
package import Wire

/// A run's exchanges as the simulator has them when it is told what both hosts' programs took. What is left between that and
/// what was measured is the simulator's own doing.
package struct ToldExchanges: Sendable {
    package struct Exchange: Hashable, Sendable {
        /// The transfer's place in the record.
        package var place: Int
        package var start: Instant
        /// As the client logged it, the connection's set-up before it.
        package var measured: Nanoseconds
        package var measuredEnd: Instant
        /// With nothing else on the line.
        package var alone: Nanoseconds
        package var shared: Nanoseconds
        package var sharedEnd: Instant
    }

    package private(set) var exchanges: [Exchange] = []

    /// nil where the run is none that is simulated, or the simulator did not come to the end of one of its exchanges.
    package init?(_ record: RunRecord, _ scenario: Scenario) {
        let conditions = StepConditions(scenario, record.link)
        let programs = WitnessedPrograms(record)
        guard let theory = SimulatedRunTheory(record, scenario, conditions, programs) else { return nil }
        for (place, transfer) in record.transfers.enumerated() {
            guard let exchange = transfer.exchange, !transfer.source.isLocal else { continue }
            guard let told = theory.transfers[place], let alone = told.alone, let shared = told.shared,
                let end = theory.sharedEnds[place]
            else { return nil }
            let begun = exchange.connectStart ?? exchange.requestFirstByte
            exchanges.append(
                Exchange(
                    place: place,
                    start: transfer.start,
                    measured: exchange.responseLastByte - begun,
                    measuredEnd: exchange.responseLastByte,
                    alone: alone,
                    shared: shared,
                    sharedEnd: end
                )
            )
        }
    }

    /// From the first that began to the last that ended; nil where there is none.
    package var makespan: (measured: Nanoseconds, told: Nanoseconds)? {
        guard let start = exchanges.map(\.start).min(), let end = exchanges.map(\.measuredEnd).max(),
            let told = exchanges.map(\.sharedEnd).max()
        else { return nil }
        return (end - start, told - start)
    }
}
