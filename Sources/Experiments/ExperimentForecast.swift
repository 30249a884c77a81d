import LinuxIO
package import Runs
import Scenarios
package import Testbed
package import Theory
package import Wire

/// Theory's prediction for a run before it begins.
package struct ExperimentForecast: Sendable {
    /// Steps and waits together; nil if theory cannot predict it.
    package let total: Nanoseconds?
    /// The steps' makespans added up, as a run's report adds them; nil if theory cannot predict one of them.
    package let steps: Nanoseconds?
    /// What the prediction leaves out.
    package let gaps: [TheoryGap]
    /// The steps in which the client's timeout is predicted to be too short.
    package let timeouts: [PredictedTimeout]

    /// Uses the packet simulation, unless the line carries byte streams or the simulation would take too
    /// long. Made where the run is made, so that it is for the run's kernel.
    package init(_ plan: BenchPlan) {
        let isOfStreams = plan.line == .streams
        if !isOfStreams,
            let prediction = ScenarioPrediction(
                plan.scenario,
                kernel: .ofThisMachine,
                clock: .ofThisMachine
            )
        {
            (total, gaps, timeouts) = (prediction.total, prediction.gaps, prediction.timeouts)
            steps = Self.sum(prediction.steps.map(\.makespan))
        } else {
            let forecast = ScenarioForecast(plan.scenario, isWindowless: isOfStreams)
            (total, gaps, timeouts) = (forecast.total, forecast.gaps, [])
            steps = Self.sum(forecast.steps.map(\.duration))
        }
    }

    /// nil if one of them is not known.
    private static func sum(_ times: [Nanoseconds?]) -> Nanoseconds? {
        times.reduce(Nanoseconds?(0)) { sum, time in
            guard let sum, let time else { return nil }
            return min(.max / 4, sum + time)
        }
    }
}
