import LinuxIO
import Wire

/// A socket's place in an `EventLoop`.
final class LoopRegistration {
    let token: UInt64
    let socket: any LoopSocket
    /// What the poller watches the socket for.
    var watched: PollInterest
    /// Its timer; nil if none is set.
    var timer: Instant?

    init(_ socket: any LoopSocket, token: UInt64, watched: PollInterest) {
        self.socket = socket
        self.token = token
        self.watched = watched
    }
}
