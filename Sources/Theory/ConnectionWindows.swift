package import Wire

/// Follows the sender's window of every connection through a run, from one exchange to the next.
package struct ConnectionWindows: Sendable {
    private let theory: LinkTheory
    private var carried: [Int: (window: Int, end: Instant)] = [:]

    package init(_ theory: LinkTheory) {
        self.theory = theory
    }

    /// The input with the window that its connection has by now. Inputs must come in the order of their starts on
    /// each connection; `end` is when the exchange really ended.
    package mutating func next(_ input: TheoryInput, endingAt end: Instant) -> TheoryInput {
        var input = input
        if !input.newConnection, let before = carried[input.connection] {
            input.initialWindowSegments = theory.window(before.window, afterIdle: input.start - before.end)
        }
        carried[input.connection] = (theory.window(after: input), end)
        return input
    }
}
