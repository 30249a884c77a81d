import Wire

/// A connection to a server on which nothing was said yet: it waits for its first request. It belongs to the
/// loop's thread.
final class PreparedUpstream: UpstreamConversation {
    private var isOver = false

    var acceptsInput: Bool { true }
    var deadline: Instant? { nil }
    var hasFinishedSending: Bool { false }
    var isUnwanted: Bool { false }
    var standing: UpstreamStanding { isOver ? .over : .idle }

    func takeOutput(at now: Instant) -> ArraySlice<UInt8> { [] }

    /// A server that speaks first, or leaves, takes no request.
    func receive(_ bytes: [UInt8], at now: Instant) {
        isOver = true
    }

    func lost(_ failure: UpstreamFailure) {}
}
