package import Wire

/// Follows every connection through a run and carries over what one exchange leaves for the next on it.
package struct ConnectionHistory: Sendable {
    private struct Past {
        /// nil if theory cannot say how it ended.
        var response: ResponseEnd?
        var end: Instant
    }

    /// Theory of the line that carries the connections. Replace it when the line changes.
    package var theory: LinkTheory
    private var past: [Int: Past] = [:]

    package init(_ theory: LinkTheory) {
        self.theory = theory
    }

    /// The input, adjusted to the connection's state when its request is sent.
    package func continued(_ input: TheoryInput, requestedAt request: Instant) -> TheoryInput {
        guard !theory.isWindowless, !input.newConnection, let before = past[input.connection],
            let response = before.response
        else { return input }
        var input = input
        let idle = max(0, request - before.end)
        input.initialWindowSegments = theory.window(response.window, afterIdle: idle)
        input.upBusy = max(0, response.upBusy - idle)
        // A delayed acknowledgement that expired alone ends interactive mode.
        let staysInteractive = response.isInteractive && response.isAcknowledged
        input.isInteractive = staysInteractive || idle < SegmentTrain.longestAcknowledgementDelay
        return input
    }

    /// False if the connection carried an exchange whose end theory cannot predict.
    package func isKnown(_ input: TheoryInput) -> Bool {
        guard !input.newConnection, let before = past[input.connection] else { return true }
        return before.response != nil
    }

    /// Records an exchange's end. Call it in order on each connection, with the input that `continued`
    /// returned.
    package mutating func finish(_ input: TheoryInput, at end: Instant) {
        let isPredictable = theory.canPredict && isKnown(input)
        past[input.connection] = Past(response: isPredictable ? theory.response(input) : nil, end: end)
    }
}
