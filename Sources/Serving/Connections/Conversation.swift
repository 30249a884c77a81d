import LinuxIO
import Wire

/// The protocol spoken on one connection, from the client's bytes to the server's. It belongs to the loop's
/// thread and ends with the connection.
protocol Conversation: AnyObject {
    /// False while the client may send nothing more.
    var acceptsInput: Bool { get }

    /// The protocol itself bounds what a client may ask while it takes no answers: it is read all the same.
    var boundsRequests: Bool { get }

    /// False in the middle of a response: a connection that ends then sends no close alert.
    var isBetweenResponses: Bool { get }

    /// A response is being made or sent. Without that the connection may go if others need its place.
    var isAnswering: Bool { get }

    /// True if there is something to write as soon as the socket takes it.
    func wantsToSend(at now: Instant) -> Bool

    /// When it needs a step even if nothing happens on the socket.
    func nextInstant(at now: Instant) -> Instant

    /// Takes bytes that the client sent at that instant; an empty slice means that it sends no more. The
    /// memory is reused after the call.
    func receive(_ bytes: ArraySlice<UInt8>, at instant: Instant)

    /// Does one step, writing at most one turn. Updates `now` if it read the clock.
    func step(
        on transport: borrowing Transport,
        at now: inout Instant
    ) throws(TransportError) -> ConversationStep

    /// Takes no further request, and ends when the requests under way are done.
    func finish()

    /// The connection is gone: reports every exchange under way with what was sent of it. Called once.
    func abandon()
}

extension Conversation {
    var boundsRequests: Bool { false }
}
