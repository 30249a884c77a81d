/// `block`: the server is not asked.
package struct BlockAction: RuleAction {
    package static let name = "block"

    private let answer: RuleAnswer

    package init(_ answer: RuleAnswer) {
        self.answer = answer
    }

    package func prepare(_ plan: inout ExchangePlan, _ match: RuleMatch.Found) {
        plan.answer = answer
    }
}
