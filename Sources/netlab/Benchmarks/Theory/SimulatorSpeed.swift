import LinkModel
import LinuxIO
import Reports
import Theory
import Wire

/// What simulating costs.
enum SimulatorSpeed {
    /// Bytes that 100 Mbit/s carry in five seconds.
    private static let bytes = 62_500_000

    static func rows() -> [BenchRow] {
        let side = DirectionParameters(rateBps: 100_000_000, oneWayDelay: 10_000_000)
        var plan = SimulationPlan(
            link: LinkParameters(down: side, up: side),
            fetches: [SimulatedFetch(bodyBytes: bytes)]
        )
        plan.keepsLog = false
        let clock = RunClock()
        let outcome = LineSimulation.run(plan)
        let taken = Double(clock.now().nanoseconds) / 1e9
        let simulated = outcome.transfers[0].exchange.map { Double($0) / 1e9 }
        return [
            BenchRow(
                "a simulated second of 100 Mbit/s",
                unit: "s",
                netlab: simulated.map { taken / $0 },
                goal: .atMost(0.1)
            )
        ]
    }
}
