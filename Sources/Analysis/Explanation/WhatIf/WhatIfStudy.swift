package import Runs
package import Scenarios

/// Tries changes to a run in the simulator, one at a time.
package enum WhatIfStudy {
    /// Smallest gain worth advice, as a share.
    private static let leastShare = 0.001

    /// The largest gain first; nil if the simulator cannot play the run.
    ///
    /// A run that went as its scenario foretold would go so with a change as well. Of any other run, or without its
    /// scenario, the exchanges are played as they were recorded.
    package static func changes(to result: RunResult, of scenario: Scenario?) -> [WhatIf]? {
        guard let tried = foretold(result, scenario) ?? replayed(result) else { return nil }
        return tried.filter(isAdvice)
            .sorted { ($0.gain, $0.gainOfSum) > ($1.gain, $1.gainOfSum) }
    }

    private static func foretold(_ result: RunResult, _ scenario: Scenario?) -> [WhatIf]? {
        scenario.flatMap { WhatIfForecast($0, of: result) }
            .map { WhatIfChange.allCases.compactMap($0.whatIf) }
    }

    private static func replayed(_ result: RunResult) -> [WhatIf]? {
        guard let scene = WhatIfScene(result), let before = scene.figures() else { return nil }
        return WhatIfChange.allCases.compactMap { change in
            change.scene(scene)?.figures().map { WhatIf(change: change, before: before, after: $0) }
        }
    }

    /// True if the steps gain. Durations that only add up to less save nobody time: they overlap less.
    private static func isAdvice(_ change: WhatIf) -> Bool {
        Double(change.gain) > Double(change.before.makespan) * leastShare
    }
}
