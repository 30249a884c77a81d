import Logs
package import Runs
package import Scenarios
import Theory
package import Wire

/// A run's exchanges in the simulator, given the actual times of both hosts' programs. The remaining
/// difference from the measured times is the simulator's error.
package struct InformedExchanges: Sendable {
    package struct Exchange: Hashable, Sendable {
        /// The transfer's index in the record.
        package var place: Int
        package var start: Instant
        /// From the client's log, including the connection's set-up.
        package var measured: Nanoseconds
        package var measuredEnd: Instant
        /// With nothing else on the line.
        package var alone: Nanoseconds
        package var shared: Nanoseconds
        package var sharedEnd: Instant
    }

    package private(set) var exchanges: [Exchange] = []

    /// nil if the run cannot be simulated, or if the simulator did not finish one of its exchanges.
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

    /// From the first that began to the last that ended; nil without any.
    package var makespan: (measured: Nanoseconds, told: Nanoseconds)? {
        guard let start = exchanges.map(\.start).min(), let end = exchanges.map(\.measuredEnd).max(),
            let told = exchanges.map(\.sharedEnd).max()
        else { return nil }
        return (end - start, told - start)
    }
}
