package import HTTP
package import Wire

/// What a proxy does to exchanges beside passing them on, rule by rule.
package struct ProxyRules: Sendable {
    private let rules: [ProxyRule]

    package init(_ rules: [ProxyRule]) {
        self.rules = rules
    }

    package var count: Int { rules.count }

    /// The rules in words, in their order.
    package var words: [String] { rules.map(\.words) }

    /// Where a tunnel's server is looked for, and which rule says so; nil if none does. Only rules that name a
    /// host and a port at most can be for tunnels, whose requests are not seen.
    package func address(of server: Destination) -> (IPAddress, AppliedRule)? {
        for (index, rule) in rules.enumerated().reversed() where rule.match.covers(server) {
            if let action = rule.actions.lazy.compactMap({ $0 as? DNSAction }).first {
                return (action.address, AppliedRule(number: index + 1, action: DNSAction.name))
            }
        }
        return nil
    }

    /// What the rules make of a request; nil if none is for it. Every rule looks at the request as the client
    /// sent it, whatever earlier rules have changed. Rules after one that answers do not apply. `hasFault` says
    /// whether this exchange has the fault of the rule with that number.
    package func plan(
        for request: ForwardedRequest,
        hasFault: (ResponseFault, _ rule: Int) -> Bool = { _, _ in true }
    ) -> ExchangePlan? {
        var plan = ExchangePlan(request)
        for (index, rule) in rules.enumerated() where plan.answer == nil {
            guard let match = rule.match.match(request) else { continue }
            plan.apply(rule, numbered: index + 1, match) { hasFault($0, index + 1) }
        }
        return plan.applied.isEmpty ? nil : plan
    }
}
