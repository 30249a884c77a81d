import Forwarding
import HTTP
import Serving

extension ServedResponse {
    /// A rule's answer in the server's place.
    init(_ answer: RuleAnswer, of plan: ExchangePlan) {
        let rule = plan.applied.last?.description ?? "a rule"
        switch answer {
        case .page(let status): self = .proxyPage(status, "blocked by \(rule)")
        case .fault(let fault):
            self = .fault(fault.kind, by: rule)
        case .file(let content):
            self = .file(content)
            head = plan.revised(head)
        }
        course.delay = plan.delay
    }

    /// A page in place of a message whose body cannot be rewritten.
    static func unrewritten(_ failure: BodyEditFailure) -> ServedResponse {
        switch failure {
        case .tooLong:
            .proxyPage(413, "a rule rewrites the body, which is longer than \(BodyEdit.longest) bytes")
        case .undecodable:
            .proxyPage(415, "a rule rewrites the body, whose compression is unknown or damaged")
        case .partial: .proxyPage(400, "a rule rewrites the body, and this is only a part of it")
        case .unreadable(let error): .proxyPage(500, "a rule's body cannot be read: \(error)")
        }
    }
}
