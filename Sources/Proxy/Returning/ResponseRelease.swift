import Forwarding
import Serving

/// The last step before a client gets a response: a fault that rules ask for, or the breakpoint that holds it.
struct ResponseRelease {
    private let plan: ExchangePlan?
    private let breakpoint: ResponseBreakpoint?

    /// `breakpoint` nil holds nothing.
    init(_ plan: ExchangePlan?, at breakpoint: ResponseBreakpoint?) {
        self.plan = plan
        self.breakpoint = breakpoint
    }

    /// A response is held only if its body is whole.
    var needsWholeBody: Bool { breakpoint != nil }

    /// The response at once; nil if it waits, and then fulfils the answer.
    func release(_ response: ServedResponse, or answer: LateResponse) -> ServedResponse? {
        guard let breakpoint else { return plan.spoil(response) }
        breakpoint.hold(response, for: answer)
        return nil
    }
}
