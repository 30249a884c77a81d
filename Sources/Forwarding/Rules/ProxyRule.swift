/// Which requests a rule is for, and what it does to them.
package struct ProxyRule: Sendable {
    let match: RuleMatch
    let actions: [any RuleAction]
    /// As its file has it, in one line; empty if it is of no file.
    let words: String

    package init(_ match: RuleMatch, _ actions: [any RuleAction], words: String = "") {
        self.match = match
        self.actions = actions
        self.words = words
    }
}
