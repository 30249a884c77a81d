import LinkModel
import Runs
package import Wire

extension SimulationPlan {
    /// The same plan with its time zero where the timer wheels have theirs.
    var fromWheelZero: SimulationPlan {
        var plan = self
        plan.wheel = 0
        plan.start = plan.start + wheel
        plan.lineStart = plan.lineStart + wheel
        plan.horizon = plan.horizon + wheel
        plan.closings = plan.closings.map { $0 + wheel }
        for place in plan.changes.indices { plan.changes[place].at = plan.changes[place].at + wheel }
        return plan
    }
}

extension SimulationOutcome {
    /// Moves every time of it.
    package mutating func move(by time: Nanoseconds) {
        stageStarts = stageStarts.map { $0 + time }
        for place in transfers.indices { transfers[place].move(by: time) }
        for place in linkLog.indices { linkLog[place].move(by: time) }
    }
}

extension SimulatedTransfer {
    fileprivate mutating func move(by time: Nanoseconds) {
        start = start + time
        let times: [WritableKeyPath<SimulatedTransfer, Instant?>] = [
            \.begin, \.connectStart, \.connectEnd, \.secured, \.requestFirstByte, \.requestLastByte,
            \.responseBegin, \.responseFirstByte, \.responseLastByte,
        ]
        for path in times { self[keyPath: path] = self[keyPath: path].map { $0 + time } }
    }
}

extension LinkLogEntry {
    fileprivate mutating func move(by time: Nanoseconds) {
        arrival = arrival + time
        departure = departure.map { $0 + time }
        decision.serviceStart = decision.serviceStart + time
        decision.serviceEnd = decision.serviceEnd + time
        decision.due = decision.due + time
    }
}
