internal import CLinux
import Glibc

/// One end of the socket between a keeper and the process that started it. Each end notices at once if the
/// other dies.
struct ControlSocket: ~Copyable, Sendable {
    /// Result of reading the socket.
    enum Finding: Hashable, Sendable {
        case message(KeeperMessage)
        case nothing
        /// The other end is closed: its process has ended.
        case end
    }

    private let descriptor: OwnedDescriptor

    private init(_ descriptor: consuming OwnedDescriptor) {
        self.descriptor = descriptor
    }

    /// Takes over an inherited end. Programs started from here do not inherit it.
    init(handedOn raw: Int32) throws(SystemCallError) {
        try systemCall("fcntl", on: "control socket") { netlab_closed_at_exec(raw, 1) }
        self.init(OwnedDescriptor(owning: raw))
    }

    /// One end of a new socket, and the other end to pass on. Both are closed at exec.
    struct Pair: ~Copyable {
        let here: ControlSocket
        let there: OwnedDescriptor

        init() throws(SystemCallError) {
            let pair = try LocalPair()
            here = ControlSocket(pair.here)
            there = pair.there
        }
    }

    /// For poll. Borrowed.
    var raw: Int32 { descriptor.raw }

    /// Ignores failures: if the other end is closed, nobody can be told.
    func send(_ message: KeeperMessage) {
        let bytes = message.bytes
        _ = Glibc.send(descriptor.raw, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    /// Closes both directions. The other end receives what was sent, then the end of the socket.
    func hangUp() {
        shutdown(descriptor.raw, Int32(SHUT_RDWR))
    }

    /// Closes the sending direction. The other end sees the end of the socket and may still answer.
    func finishSending() {
        shutdown(descriptor.raw, Int32(SHUT_WR))
    }

    /// Waits until the other end closes or stops sending. Discards its messages.
    func waitForEnd() {
        while true {
            Readiness.wait(for: [descriptor.raw])
            if receive() == .end { return }
        }
    }

    /// True if the other end is closed.
    var hasEnded: Bool {
        var looked = pollfd(fd: descriptor.raw, events: 0, revents: 0)
        return poll(&looked, 1, 0) == 1 && looked.revents & Int16(POLLHUP) != 0
    }

    /// Never waits.
    func receive() -> Finding {
        var bytes = [UInt8](repeating: 0, count: 8)
        let count = recv(descriptor.raw, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        guard count > 0 else {
            return count < 0 && [EAGAIN, EINTR].contains(netlab_errno()) ? .nothing : .end
        }
        return KeeperMessage(Array(bytes[..<count])).map { .message($0) } ?? .nothing
    }
}
