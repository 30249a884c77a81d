/// `fault`: the client gets no response, or a faulty one.
package struct FaultAction: RuleAction {
    package static let name = "fault"

    let fault: RuleFault

    package init(_ fault: RuleFault) {
        self.fault = fault
    }

    package func prepare(_ plan: inout ExchangePlan, _ match: RuleMatch.Found) {
        if fault.isWithinResponse { plan.fault = fault } else { plan.answer = .fault(fault) }
    }
}
