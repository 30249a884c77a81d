package import Analysis
import Experiments
import LinkModel
import LinuxIO
package import Programs
import Reports
package import Runs
import ScenarioFormat
package import Scenarios
import Testbed

/// Runs each change that `explain` suggests by itself, and compares the gain with the simulator's prediction.
package struct WhatIfTrials {
    private let result: RunResult
    private let scenario: Scenario
    private let folder: String
    private let session: RunSession
    private let console: Console

    /// `folder` is that of the explained run; the trials' folders go into it.
    package init(_ result: RunResult, _ scenario: Scenario, folder: String, _ console: Console)
        throws(CommandFailure)
    {
        guard result.link.mode == .packet else {
            throw CommandFailure(
                .wrongUsage,
                "--verify needs a run in packet mode: byte streams have no packets to compare",
                advice: "netlab run SCENARIO --link packet"
            )
        }
        self.result = result
        self.scenario = scenario
        self.folder = try Self.free(in: folder)
        self.console = console
        var options = RunOptions()
        options.isQuiet = true
        options.settings.line = .packets
        options.settings.carrier = result.link.carrier
        session = RunSession(options, console, try .ofCommand())
    }

    /// The same changes, with the outcome for those that could be run; nil if interrupted.
    package func run(_ changes: [WhatIf]) throws(CommandFailure) -> [WhatIf]? {
        var tried = changes
        for place in tried.indices {
            guard let experiment = WhatIfExperiment(tried[place].change, to: scenario, of: result) else {
                continue
            }
            console.showProgress("verify: \(tried[place].change.words)")
            guard let measured = try measure(experiment) else { return nil }
            guard let after = experiment.figures(measured, of: result) else { continue }
            tried[place].trial = WhatIfTrial(
                before: WhatIf.Figures(measuring: result.steps),
                after: after,
                predictedGain: tried[place].gain
            )
        }
        console.clearProgress()
        return tried
    }

    private func measure(_ experiment: WhatIfExperiment) throws(CommandFailure) -> RunResult? {
        let source = ExperimentSource(unchecked: experiment.scenario)
        let place = "\(folder)/\(experiment.change.rawValue)"
        guard let run = try session.trustedResults(of: source, in: place)?.first else { return nil }
        guard let failure = run.failure else { return run }
        throw CommandFailure(.failed, "the trial of \(experiment.change.words) failed: \(failure)")
    }

    private static func free(in folder: String) throws(CommandFailure) -> String {
        do {
            var number = 1
            while try !Folder.makeNew("\(folder)/verify-\(number)", mode: 0o700) { number += 1 }
            return "\(folder)/verify-\(number)"
        } catch {
            throw CommandFailure(
                .failed,
                "the folder for the trials cannot be created in the run's folder: \(error)"
            )
        }
    }
}

extension ExperimentSource {
    /// A change to a scenario that is valid already.
    fileprivate init(unchecked scenario: Scenario) {
        let text = ResolvedScenario(scenario).text
        self.init(
            file: scenario.name,
            text: Array(text.utf8),
            set: ScenarioSet(variants: [.init(matrix: [], scenario: scenario)], text: text)
        )
    }
}
