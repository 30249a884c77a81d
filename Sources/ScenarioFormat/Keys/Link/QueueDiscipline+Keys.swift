import LinkModel
import Scenarios
import Wire

extension ControlledDelay: Keyed {
    static var blank: ControlledDelay { ControlledDelay() }

    mutating func visit(_ keys: inout some KeyVisitor) {
        keys.key("target", &target, .queueTime)
        keys.key("interval", &interval, .queueTime)
        keys.key("ecn", &marksECN, .flag)
    }
}

extension ProportionalIntegral: Keyed {
    static var blank: ProportionalIntegral { ProportionalIntegral() }

    mutating func visit(_ keys: inout some KeyVisitor) {
        keys.key("target", &target, .queueTime)
        keys.key("interval", &updateInterval, .queueTime)
        keys.key("ecn", &marksECN, .flag)
    }
}

extension Notation<Nanoseconds> {
    fileprivate static var queueTime: Self { .duration(in: 1...ScenarioLimits.lineDelay.upperBound) }
}
