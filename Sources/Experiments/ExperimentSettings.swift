package import Runs
package import ScenarioFormat
import Scenarios
package import Testbed
package import Wire

/// How to run experiments, independent of the scenario.
package struct ExperimentSettings: Hashable, Sendable {
    package var repetitions = 1
    package var line = LineChoice.automatic
    /// Lets a byte-stream line lose packets, each as the delay of its retransmission.
    package var lossAsDelay = false
    /// nil takes the first carrier that works.
    package var carrier: LinkRecord.Carrier?
    /// Runs no more after a run whose figures cannot be trusted.
    package var stopsIfUntrusted = false
    /// Maximum duration of a run; nil means unlimited.
    package var longest: Nanoseconds?
    /// How long to wait for other runs on this machine; nil waits for as long as they take.
    package var patience: Nanoseconds?
    /// Bytes recorded of each packet; nil records whole packets.
    package var snapLength: Int?
    /// The date in the names of new folders, in nanoseconds since 1970; nil uses the machine's clock.
    package var date: Int64?

    package init() {}
}

extension BenchPlan {
    /// One combination of a scenario's matrix.
    package init(_ variant: ScenarioSet.Variant, repetition: Int, _ settings: ExperimentSettings) {
        // A run's folder is self-contained: it holds a copy of every file that the scenario names.
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
