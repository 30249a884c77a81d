/// What a proxy does to exchanges beside passing them on, rule by rule.
package struct ProxyRules: Sendable {
    private let rules: [ProxyRule]

    package init(_ rules: [ProxyRule]) {
        self.rules = rules
    }

    package var count: Int { rules.count }

    /// What the rules make of a request; nil if none is for it. Every rule looks at the request as the client
    /// sent it, whatever earlier rules have changed. Rules after one that answers do not apply.
    package func plan(for request: ForwardedRequest) -> ExchangePlan? {
        var plan = ExchangePlan(request)
        for (index, rule) in rules.enumerated() where plan.answer == nil {
            if let match = rule.match.match(request) { plan.apply(rule, numbered: index + 1, match) }
        }
        return plan.applied.isEmpty ? nil : plan
    }
}
