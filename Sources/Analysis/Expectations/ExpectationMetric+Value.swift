import Runs
import Scenarios

extension ExpectationMetric {
    /// Value for one transfer; missing for a metric of steps.
    func value(of transfer: TransferResult) -> MetricValue { MetricValue(figureOfTransfers?.get(transfer)) }

    /// Value for a step as a whole; missing for a metric of transfers.
    func value(of step: StepResult) -> MetricValue { MetricValue(figureOfSteps?.get(step)) }

    /// True if its value depends on the emulator's exactness.
    var isOfTime: Bool { kind == .time || kind == .rate || traits.contains(.ofTimes) }
}
