import Analysis
import Experiments
import Runs
import Scenarios

/// What `explain` promised for one random line, beside what the changed scenarios' runs gained.
struct PromisedGains {
    /// One change.
    struct Gain {
        let change: WhatIfChange
        let trial: WhatIfTrial

        /// How far apart both gains are, in per cent of the larger; 0 up to `allowed.time`.
        var off: Double {
            abs(trial.gain - trial.predictedGain) <= PromisedGains.allowed.time ? 0 : trial.difference * 100
        }
    }

    /// In per cent and nanoseconds, up to which a promise is kept.
    static let allowed = (percent: 1.0, time: Int64(1_000_000))

    let seed: UInt64
    private(set) var gains: [Gain] = []
    /// True if there is no promise because the simulator could not play the run.
    private(set) var isUntold = false

    /// Runs the line, and each change that can be made to its scenario.
    init(_ line: RandomLine, _ runs: RandomLineRuns) throws(ExperimentError) {
        seed = line.scenario.seed
        guard let before = try runs.results(of: line.scenario).first else { return }
        guard let changes = WhatIfStudy.changes(to: before, of: line.scenario) else {
            isUntold = true
            return
        }
        for change in changes {
            guard let experiment = WhatIfExperiment(change.change, to: line.scenario, of: before) else {
                continue
            }
            guard let result = try runs.results(of: experiment.scenario).first,
                let after = experiment.figures(result, of: before)
            else { continue }
            let trial = WhatIfTrial(
                before: WhatIf.Figures(measuring: before.steps),
                after: after,
                predictedGain: change.gain
            )
            gains.append(Gain(change: change.change, trial: trial))
        }
    }

    /// True if every promise is kept.
    var areKept: Bool { !isUntold && gains.allSatisfy { $0.off <= Self.allowed.percent } }
}
