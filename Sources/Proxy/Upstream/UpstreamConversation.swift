import Wire

/// What is spoken on one connection to a server. It belongs to the loop's thread.
protocol UpstreamConversation: AnyObject {
    /// False while nobody takes what the server sends.
    var acceptsInput: Bool { get }

    /// When it gives up waiting; nil if it waits for nothing.
    var deadline: Instant? { get }

    /// What it waits for until then.
    var pendingWait: UpstreamFailure.Wait { get }

    /// The next bytes for the server, empty if there are none now. They count as sent.
    func takeOutput(at now: Instant) throws(UpstreamFailure) -> ArraySlice<UInt8>

    /// Nobody waits for what is under way: its clients have left. They wake the connection up then.
    var isUnwanted: Bool { get }

    /// True once nothing more will be sent, but the server's end is awaited.
    var hasFinishedSending: Bool { get }

    /// Takes the server's bytes; empty at the end of its stream.
    func receive(_ bytes: [UInt8], at now: Instant) throws(UpstreamFailure)

    /// What becomes of the connection after its latest turn.
    var standing: UpstreamStanding { get }

    /// The connection is gone. Called at most once.
    func lost(_ failure: UpstreamFailure)
}

extension UpstreamConversation {
    var pendingWait: UpstreamFailure.Wait { .answer }
}
