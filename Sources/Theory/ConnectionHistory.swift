package import Wire

/// Follows every connection through a run: what one exchange leaves behind for the next on the same connection.
package struct ConnectionHistory: Sendable {
    private struct Past {
        /// nil where theory does not tell how it ended.
        var response: ResponseEnd?
        var end: Instant
    }

    /// Of the line that the connections are on; another one from where the line changes.
    package var theory: LinkTheory
    private var past: [Int: Past] = [:]

    package init(_ theory: LinkTheory) {
        self.theory = theory
    }

    /// The input in the state that its connection is in when its request is sent.
    package func continued(_ input: TheoryInput, requestedAt request: Instant) -> TheoryInput {
        guard !theory.isWindowless, !input.newConnection, let before = past[input.connection],
            let response = before.response
        else { return input }
        var input = input
        let idle = max(0, request - before.end)
        input.initialWindowSegments = theory.window(response.window, afterIdle: idle)
        input.upBusy = max(0, response.upBusy - idle)
        // An acknowledgement that waited in vain for something to go with ends the habit of waiting.
        let stays = response.isInteractive && response.isAcknowledged
        input.isInteractive = stays || idle < SegmentTrain.longestAcknowledgementDelay
        return input
    }

    /// False where the connection carried something of which theory does not tell how it ended.
    package func isKnown(_ input: TheoryInput) -> Bool {
        guard !input.newConnection, let before = past[input.connection] else { return true }
        return before.response != nil
    }

    /// Notes when the exchange ended. On each connection exchanges must come in their order, as `continued` gave them.
    package mutating func finish(_ input: TheoryInput, at end: Instant) {
        let isTold = theory.foretells && isKnown(input)
        past[input.connection] = Past(response: isTold ? theory.response(input) : nil, end: end)
    }
}
