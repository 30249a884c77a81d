package import Wire

/// `delay`: the response begins this long after the request's last byte, or later if the server needs longer.
/// Several delays add up.
package struct DelayAction: RuleAction {
    package static let name = "delay"

    private let delay: Nanoseconds

    package init(_ delay: Nanoseconds) {
        self.delay = delay
    }

    package func prepare(_ plan: inout ExchangePlan, _ match: RuleMatch.Found) {
        plan.delay += delay
    }
}
