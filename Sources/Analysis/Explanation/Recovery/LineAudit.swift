import LinkModel
import Runs
import Scenarios
import Wire

/// Compares a scenario's line with the line's log: one direction of it, if nothing changes it during the run.
struct LineAudit {
    /// nil if they agree, or if nothing can be compared.
    private(set) var fault: RecoveryFault?

    init(_ scenario: Scenario, _ direction: LinkDirection, _ log: [LinkLogEntry]) {
        let link = scenario.link.parameters
        let line = link[direction]
        let changes = scenario.steps.contains { if case .link = $0 { true } else { false } }
        let served = log.filter { $0.packet.direction == direction && $0.decision.fate == .delivered }
        guard !changes, line.outages == nil, !served.isEmpty else { return }
        if case .constant(let rate) = line.rate, rate > 0 {
            let agree = served.count { entry in
                let time = Int64(link.framing.bytes(entry.bytes)) * 8_000_000_000 / rate
                return abs(entry.decision.serviceEnd - entry.decision.serviceStart - time) <= 1
            }
            if agree * 2 < served.count {
                fault = .lineRate(direction, rate)
                return
            }
        }
        guard !line.impairments.contains(where: \.variesDelay) else { return }
        let agree = served.count { $0.decision.due - $0.decision.serviceEnd == line.oneWayDelay }
        guard agree * 2 < served.count else { return }
        fault = .lineDelay(direction, line.oneWayDelay)
    }
}
