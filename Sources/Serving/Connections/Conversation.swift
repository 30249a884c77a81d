import LinuxIO
import Wire

/// What is spoken on one connection, from the client's bytes to the server's. It belongs to the loop's thread, and ends
/// with the connection.
protocol Conversation: AnyObject {
    /// False where the client may send nothing more for now.
    var takesInput: Bool { get }

    /// False in the middle of a response: a connection that ends then says no farewell.
    var isBetweenResponses: Bool { get }

    /// True where there is something to write as soon as the socket takes it.
    func wantsToSend(at now: Instant) -> Bool

    /// When it wants a step although nothing happens on the socket.
    func nextInstant(at now: Instant) -> Instant

    /// Bytes from the client that came at that instant; none says that it sends no more. They are on loan: their memory is
    /// used for what comes next.
    func receive(_ bytes: ArraySlice<UInt8>, at instant: Instant)

    /// Goes on by one step, writing at most one turn. `now` is moved on where the clock was read meanwhile.
    func step(
        on transport: borrowing Transport,
        at now: inout Instant
    ) throws(TransportError) -> ConversationStep

    /// Takes no further request, and ends when what is under way is done.
    func finish()

    /// The connection is gone: every exchange under way is reported with what was sent of it. Called once.
    func abandon()
}
