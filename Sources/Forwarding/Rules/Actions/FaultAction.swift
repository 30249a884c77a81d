/// `fault`: the client gets no response, or not a whole one.
package struct FaultAction: RuleAction {
    package static let name = "fault"

    private let fault: RuleFault

    package init(_ fault: RuleFault) {
        self.fault = fault
    }

    package func prepare(_ plan: inout ExchangePlan, _ match: RuleMatch.Found) {
        plan.answer = .fault(fault)
    }
}
