package import HTTP

/// One thing that a rule does. The functions do nothing, and there is no fault, unless an action says otherwise.
package protocol RuleAction: Sendable {
    /// Its key in a file of rules.
    static var name: String { get }

    /// The fault that only some exchanges may have: the others pass as if the action were not there.
    var fault: ResponseFault? { get }

    /// Changes what becomes of the request.
    func prepare(_ plan: inout ExchangePlan, _ match: RuleMatch.Found)

    /// Changes the head of the server's response.
    func revise(_ head: inout HTTPResponseHead)
}

extension RuleAction {
    package var fault: ResponseFault? { nil }

    package func prepare(_ plan: inout ExchangePlan, _ match: RuleMatch.Found) {}

    package func revise(_ head: inout HTTPResponseHead) {}
}
