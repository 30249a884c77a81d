import Runs
import Scenarios
import Testbed

extension BenchPlan {
    /// One combination of a scenario's matrix, as the command line wants it run.
    init(_ variant: ScenarioSet.Variant, repetition: Int, _ options: RunOptions) {
        // A run's folder stands alone: what the scenario names is beside it.
        let scenario = variant.scenario.selfContained(reserved: RunArchive.fileNames)
        self.init(
            scenario: scenario,
            resolved: ResolvedScenario(scenario).text,
            matrix: variant.matrix.map { MatrixValue(key: $0.key, value: $0.value) },
            repetition: repetition,
            line: options.line,
            lossAsDelay: options.lossAsDelay,
            carrier: options.carrier,
            longest: options.longest,
            snapLength: options.snapLength
        )
    }
}
