import Forwarding
import Serving

extension ServedResponse {
    /// A rule's answer in the server's place.
    init(_ answer: RuleAnswer, of plan: ExchangePlan) {
        let rule = plan.applied.last?.description ?? "a rule"
        switch answer {
        case .page(let status): self = .proxyPage(status, "blocked by \(rule)")
        case .drop:
            self = .proxyPage(403, "blocked by \(rule)")
            course.ending = .close(.start)
        }
        course.delay = plan.delay
    }
}
