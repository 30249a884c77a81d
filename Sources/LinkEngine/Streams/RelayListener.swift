import Glibc
import LinuxIO
import Wire

/// The relay's listening socket, and whether it accepts. Used on the relay's thread alone.
struct RelayListener: ~Copyable {
    static let token: UInt64 = 1
    /// Pause before accepting again when the process or the machine has no free descriptor.
    private static let pause: Nanoseconds = 100_000_000

    private let socket: ListeningSocket
    private var isAccepting = true
    /// When a pause ends.
    private(set) var resumption: Instant?
    private(set) var isFinished = false

    init(_ socket: consuming ListeningSocket) {
        self.socket = socket
    }

    /// The next client; nil if there is none now.
    mutating func accept(
        _ poller: borrowing Poller,
        _ clock: RunClock
    ) throws(SystemCallError) -> StreamSocket? {
        guard isAccepting else { return nil }
        do throws(SystemCallError) {
            return try socket.accept()
        } catch {
            // Out of descriptors or memory, or the network failed under a connection not yet accepted:
            // clients in the backlog are served a little later. Only a broken listener ends the line.
            guard ![EBADF, EINVAL, ENOTSOCK].contains(error.errno) else { throw error }
            try setAccepting(false, poller)
            resumption = clock.now() + Self.pause
            return nil
        }
    }

    mutating func setAccepting(_ isAccepting: Bool, _ poller: borrowing Poller) throws(SystemCallError) {
        if isFinished { return }
        resumption = nil
        guard isAccepting != self.isAccepting else { return }
        self.isAccepting = isAccepting
        try poller.modify(socket.raw, isAccepting ? .read : [], token: Self.token)
    }

    /// Accepts nobody from now on.
    mutating func finish(_ poller: borrowing Poller) throws(SystemCallError) {
        try poller.remove(socket.raw)
        socket.stopListening()
        (isFinished, isAccepting, resumption) = (true, false, nil)
    }
}
