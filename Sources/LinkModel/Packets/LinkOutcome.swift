/// The outcome of one packet, or of one copy of it.
package struct LinkOutcome: Hashable, Sendable {
    package var ticket: Int
    package var decision: LinkDecision

    package init(ticket: Int, decision: LinkDecision) {
        self.ticket = ticket
        self.decision = decision
    }
}
