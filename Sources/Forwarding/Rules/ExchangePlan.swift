package import HTTP
package import Wire

/// What rules make of one exchange.
package struct ExchangePlan: Sendable {
    /// The request as it goes to its server.
    package internal(set) var request: ForwardedRequest
    /// The answer in the server's place; nil if the server is asked.
    package internal(set) var answer: RuleAnswer?
    /// The shortest time from the request's last byte to the response's first.
    package internal(set) var delay: Nanoseconds = 0
    /// What becomes of the bodies; nil if they cross as they are.
    package internal(set) var requestBody: BodyEdit?
    package internal(set) var responseBody: BodyEdit?
    /// The fault in the server's response; nil if it has none.
    package internal(set) var fault: ResponseFault?
    /// Where the response's body is written, too.
    package internal(set) var mirror: MirrorPlace?
    /// Where the exchange waits for the user.
    package internal(set) var breakpoints: Set<BreakpointPhase> = []
    package private(set) var applied: [AppliedRule] = []
    private var actions: [any RuleAction] = []

    init(_ request: ForwardedRequest) {
        self.request = request
    }

    /// `hasFault` says whether this exchange has the fault of a rule.
    mutating func apply(
        _ rule: ProxyRule,
        numbered number: Int,
        _ match: RuleMatch.Found,
        hasFault: (ResponseFault) -> Bool
    ) {
        for action in rule.actions {
            if let fault = action.fault, !hasFault(fault) { continue }
            action.prepare(&self, match)
            actions.append(action)
            applied.append(AppliedRule(number: number, action: type(of: action).name))
        }
    }

    /// The head of the server's response as the client gets it.
    package func revised(_ head: HTTPResponseHead) -> HTTPResponseHead {
        var head = head
        for action in actions { action.revise(&head) }
        return head
    }
}
