package import Runs

/// Tries changes to a run in the simulator, one at a time.
package enum WhatIfStudy {
    /// What gains less is not told, nor what would cost more.
    private static let leastShare = 0.001

    /// The largest gain first; nil where the simulator cannot play the run.
    package static func changes(to result: RunResult) -> [WhatIf]? {
        guard let scene = WhatIfScene(result), let before = scene.figures() else { return nil }
        let tried = WhatIfChange.allCases.compactMap { change -> WhatIf? in
            if change == .cached {
                return WhatIf(
                    change: change,
                    before: before,
                    after: WhatIf.Figures(makespan: 0, sum: 0)
                )
            }
            guard let after = change.scene(scene)?.figures() else { return nil }
            return WhatIf(change: change, before: before, after: after)
        }
        return tried.filter {
            let least = Double(before.sum) * leastShare
            return Double($0.gain) > least || Double($0.gainOfSum) > least
        }
        .sorted { ($0.gain, $0.gainOfSum) > ($1.gain, $1.gainOfSum) }
    }
}
