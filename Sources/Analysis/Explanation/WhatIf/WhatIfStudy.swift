package import Runs

/// Tries changes to a run in the simulator, one at a time.
package enum WhatIfStudy {
    /// Smallest gain worth advice, as a share.
    private static let leastShare = 0.001

    /// The largest gain first; nil if the simulator cannot play the run.
    package static func changes(to result: RunResult) -> [WhatIf]? {
        guard let scene = WhatIfScene(result), let before = scene.figures() else { return nil }
        let tried = WhatIfChange.allCases.compactMap { change -> WhatIf? in
            guard let after = change.scene(scene)?.figures() else { return nil }
            return WhatIf(change: change, before: before, after: after)
        }
        return tried.filter(isAdvice)
            .sorted { ($0.gain, $0.gainOfSum) > ($1.gain, $1.gainOfSum) }
    }

    /// True if the steps gain. Durations that only add up to less save nobody time: they overlap less.
    private static func isAdvice(_ change: WhatIf) -> Bool {
        Double(change.gain) > Double(change.before.makespan) * leastShare
    }
}
