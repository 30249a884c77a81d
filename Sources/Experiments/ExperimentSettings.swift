package import Runs
package import ScenarioFormat
import Scenarios
package import Testbed
package import Wire

/// How experiments are run, whatever their scenario.
package struct ExperimentSettings: Hashable, Sendable {
    package var repetitions = 1
    package var line = LineChoice.automatic
    /// Lets a line of byte streams lose packets, each as the delay that sending it again costs.
    package var lossAsDelay = false
    /// nil takes the first that works.
    package var carrier: LinkRecord.Carrier?
    /// A run is given up after so long; nil waits for ever.
    package var longest: Nanoseconds?
    /// So many bytes of each packet are recorded; nil records all of it.
    package var snapLength: Int?
    /// The date that new folders are named by, in nanoseconds since 1970; nil is the machine's own.
    package var date: Int64?

    package init() {}
}

extension BenchPlan {
    /// One combination of a scenario's matrix.
    package init(_ variant: ScenarioSet.Variant, repetition: Int, _ settings: ExperimentSettings) {
        // A run's folder stands alone: what the scenario names is beside it.
        let scenario = variant.scenario.selfContained(reserved: RunArchive.fileNames)
        self.init(
            scenario: scenario,
            resolved: ResolvedScenario(scenario).text,
            matrix: variant.matrix.map { MatrixValue(key: $0.key, value: $0.value) },
            repetition: repetition,
            line: settings.line,
            lossAsDelay: settings.lossAsDelay,
            carrier: settings.carrier,
            longest: settings.longest,
            snapLength: settings.snapLength
        )
    }
}
