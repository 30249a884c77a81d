package import Runs
package import Scenarios
import Wire

/// A change to a run as a scenario of its own, to test the simulator's answer in a real run.
package struct WhatIfExperiment: Sendable {
    package let change: WhatIfChange
    package let scenario: Scenario

    /// nil if the change cannot be made to a scenario, or would not change it.
    package init?(_ change: WhatIfChange, to scenario: Scenario, of result: RunResult) {
        // The run's expectations do not apply to the changed one.
        var unchanged = scenario
        unchanged.expectations = []
        var changed = unchanged
        switch change {
        case .oneAtATime: changed.fetchInTurn()
        case .warmConnection:
            guard changed.openConnections(as: result) else { return nil }
        case .resumedTLS:
            guard changed.agreeBefore() else { return nil }
        case .initialWindow:
            changed.eachOrigin { $0.initialWindow = max($0.initialWindow ?? 0, WhatIfChange.window) }
        case .multiplexed: changed.eachOrigin { $0.http = [.http2] }
        case .noLoss, .noOutage, .doubleRate, .halfDelay: changed.eachLine { change.alter(&$0) }
        case .cached: changed.keepFetched()
        }
        guard changed != unchanged else { return nil }
        self.change = change
        self.scenario = changed
    }

    /// The figures of the experiment's run, for the steps of the explained run; nil if one is missing.
    package func figures(_ measured: RunResult, of result: RunResult) -> WhatIf.Figures? {
        let steps = result.steps.map(\.name)
        let found = measured.steps.filter { steps.contains($0.name) }
        guard found.count == steps.count else { return nil }
        return WhatIf.Figures(measuring: found)
    }
}

extension WhatIf.Figures {
    /// Figures of steps that were run.
    package init(measuring steps: [StepResult]) {
        self.init(
            makespan: steps.reduce(0) { $0 + $1.makespan },
            sum: steps.reduce(0) { $0 + $1.sumOfDurations }
        )
    }
}
