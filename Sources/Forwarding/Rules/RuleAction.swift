package import HTTP

/// One thing that a rule does. Both functions do nothing unless an action says otherwise.
package protocol RuleAction: Sendable {
    /// Its key in a file of rules.
    static var name: String { get }

    /// Changes what becomes of the request.
    func prepare(_ plan: inout ExchangePlan, _ match: RuleMatch.Found)

    /// Changes the head of the server's response.
    func revise(_ head: inout HTTPResponseHead)
}

extension RuleAction {
    package func prepare(_ plan: inout ExchangePlan, _ match: RuleMatch.Found) {}

    package func revise(_ head: inout HTTPResponseHead) {}
}
