package import HTTP

/// `fault`: the client gets no response, or a faulty one.
package struct FaultAction: RuleAction {
    package static let name = "fault"

    package let fault: ResponseFault?

    package init(_ fault: ResponseFault) {
        self.fault = fault
    }

    package func prepare(_ plan: inout ExchangePlan, _ match: RuleMatch.Found) {
        guard let fault else { return }
        if fault.isWithinResponse { plan.fault = fault } else { plan.answer = .fault(fault) }
    }
}
