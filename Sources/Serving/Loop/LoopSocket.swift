/// A socket that an `EventLoop` serves: a client's connection, or one that a responder has opened. It belongs to
/// the loop's thread.
package protocol LoopSocket: AnyObject {
    /// For the poller. Borrowed; it stays open as long as the object lives.
    var raw: Int32 { get }

    /// True once it is over; the loop then lets go of it.
    var isClosed: Bool { get }

    /// What it waits for after its latest turn.
    var outlook: ConnectionOutlook { get }

    /// Continues as far as it can. Called when the socket is ready, an instant has come, or somebody called it.
    func proceed(isReadable: Bool)

    /// Called if both directions have ended or the socket has an error.
    func hangUp()

    /// Takes nothing new and closes when what is under way is done.
    func finish()

    /// Closes it at once.
    func close()
}
