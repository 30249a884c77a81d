import LinkModel
import Runs
import Scenarios
import Theory
import Wire

/// A run's scenario as `netlab predict` foretells it, with and without a change. It goes as the client goes: over which
/// connection a file comes, and when it begins, follows from the change.
struct WhatIfForecast {
    /// How far the run may be from its own prediction, as a share of its steps' time. Beyond, something happened that the
    /// scenario does not say.
    private static let trusted = 0.01

    private let result: RunResult
    private let scenario: Scenario
    private let before: WhatIf.Figures

    /// nil if theory cannot foretell the scenario, or foretold it otherwise than it went.
    init?(_ scenario: Scenario, of result: RunResult) {
        guard result.link.mode == .packet, let before = Self.figures(scenario, of: result) else { return nil }
        let measured = WhatIf.Figures(measuring: result.steps)
        guard Double(abs(before.makespan - measured.makespan)) <= Self.trusted * Double(measured.makespan)
        else { return nil }
        self.scenario = scenario
        self.result = result
        self.before = before
    }

    /// nil if the change cannot be made, changes nothing, or cannot be foretold.
    func whatIf(_ change: WhatIfChange) -> WhatIf? {
        guard let changed = WhatIfExperiment(change, to: scenario, of: result)?.scenario,
            let after = Self.figures(changed, of: result)
        else { return nil }
        return WhatIf(change: change, before: before, after: after)
    }

    /// The figures of the run's steps; nil if theory cannot foretell one of them.
    private static func figures(_ scenario: Scenario, of result: RunResult) -> WhatIf.Figures? {
        let kernel = KernelRelease(result.machine.kernel) ?? .recent
        guard
            let prediction = ScenarioPrediction(
                scenario,
                kernel: kernel,
                clock: result.link.clock,
                tellsAlone: false
            ),
            WhatIfScene.isBearable(
                exchanges: prediction.plan.fetches.count,
                bytes: prediction.plan.fetches.reduce(0) { $0 + $1.bodyBytes }
            )
        else { return nil }
        let names = Set(result.steps.map(\.name))
        var figures = WhatIf.Figures(makespan: 0, sum: 0)
        var found = 0
        for step in prediction.steps where names.contains(step.name) {
            guard let makespan = step.makespan else { return nil }
            figures.makespan += makespan
            figures.sum += step.transfers.reduce(0) { $0 + (prediction.duration(of: $1) ?? 0) }
            found += 1
        }
        return found == names.count ? figures : nil
    }
}
