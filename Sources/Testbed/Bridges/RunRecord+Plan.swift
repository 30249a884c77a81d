import Runs
import Scenarios

extension RunRecord {
    /// A record with nothing measured yet.
    init(_ plan: BenchPlan, startedAt: Int64, link: LinkRecord) {
        self.init(
            scenario: plan.scenario.name,
            scenarioDigest: plan.digest,
            seed: plan.scenario.seed,
            matrix: plan.matrix,
            repetition: plan.repetition,
            startedAt: startedAt,
            machine: .ofThisMachine,
            link: link
        )
        expectationLines = plan.scenario.expectations.map(\.line)
    }

    /// Records a failure; only the first one is kept.
    mutating func fail(_ what: String) {
        if ending == .completed { ending = .failed(what) }
    }
}
