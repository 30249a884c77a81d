/// `breakpoint`: the request, the response or both wait until the user lets them go on.
package struct BreakpointAction: RuleAction {
    package static let name = "breakpoint"

    private let phases: Set<BreakpointPhase>

    package init(_ phases: Set<BreakpointPhase>) {
        self.phases = phases
    }

    package func prepare(_ plan: inout ExchangePlan, _ match: RuleMatch.Found) {
        plan.breakpoints.formUnion(phases)
    }
}
