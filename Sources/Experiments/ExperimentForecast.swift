import Scenarios
package import Testbed
package import Theory
package import Wire

/// What theory says of a run before it begins.
package struct ExperimentForecast: Sendable {
    /// Steps and waits together; nil where theory does not tell.
    package let total: Nanoseconds?
    /// What theory leaves out.
    package let gaps: [TheoryGap]
    /// The steps in which the client will not wait long enough.
    package let timeouts: [PredictedTimeout]

    /// Simulated packet by packet, where that is not too much and there are packets.
    package init(_ plan: BenchPlan) {
        let isOfStreams = plan.line == .streams
        if !isOfStreams, let prediction = ScenarioPrediction(plan.scenario) {
            (total, gaps, timeouts) = (prediction.total, prediction.gaps, prediction.timeouts)
        } else {
            let forecast = ScenarioForecast(plan.scenario, isWindowless: isOfStreams)
            (total, gaps, timeouts) = (forecast.total, forecast.gaps, [])
        }
    }
}
