import Logs
import Scenarios

extension ExpectationMetric {
    /// Value for one transfer's phases; missing for any other metric.
    func value(of phases: TransferPhases) -> MetricValue {
        switch self {
        case .phaseCache: MetricValue(phases.cache)
        case .phaseBlocked: MetricValue(phases.blocked)
        case .phaseDns: MetricValue(phases.dns)
        case .phaseConnect: MetricValue(phases.connect)
        case .phaseTls: MetricValue(phases.tls)
        case .phaseRequest: MetricValue(phases.request)
        case .phaseWait: MetricValue(phases.wait)
        case .phaseReceive: MetricValue(phases.receive)
        case .phaseDecode: MetricValue(phases.decode)
        default: .missing
        }
    }
}
