package import Wire

/// Follows every connection through a run: what one exchange leaves behind for the next on the same connection.
package struct ConnectionHistory: Sendable {
    private struct Past {
        var response: ResponseEnd
        var end: Instant
    }

    private let theory: LinkTheory
    private var past: [Int: Past] = [:]

    package init(_ theory: LinkTheory) {
        self.theory = theory
    }

    /// The input in the state that its connection is in when its request is sent.
    package func continued(_ input: TheoryInput, requestedAt request: Instant) -> TheoryInput {
        guard !input.newConnection, let before = past[input.connection] else { return input }
        var input = input
        let idle = max(0, request - before.end)
        input.initialWindowSegments = theory.window(before.response.window, afterIdle: idle)
        input.upBusy = max(0, before.response.upBusy - idle)
        // An acknowledgement that waited in vain for something to go with ends the habit of waiting.
        let stays = before.response.isInteractive && before.response.isAcknowledged
        input.isInteractive = stays || idle < SegmentTrain.longestAcknowledgementDelay
        return input
    }

    /// Notes when the exchange ended. On each connection exchanges must come in their order, as `continued` gave them.
    package mutating func finish(_ input: TheoryInput, at end: Instant) {
        past[input.connection] = Past(response: theory.response(input), end: end)
    }
}
