/// Which requests a rule is for, and what it does to them.
package struct ProxyRule: Sendable {
    let match: RuleMatch
    let actions: [any RuleAction]

    package init(_ match: RuleMatch, _ actions: [any RuleAction]) {
        self.match = match
        self.actions = actions
    }
}
