package import LinuxIO
import Synchronization
package import Wire

/// Notifies when bytes that a server sent have crossed a line of byte streams and been taken by the client's
/// socket, and knows how long the client's own were on their way.
///
/// A line that has one in its `StreamOrder` records what it carries there; any thread may ask.
package final class StreamCrossings: Sendable {
    /// Receives the time, or nil if the connection or the line ended before. Called on the line's thread or
    /// on the one that asked.
    package typealias Waiter = @Sendable (Instant?) -> Void

    private let table = Mutex(CrossingTable<Waiter>())

    package init() {}

    /// Calls the waiter once, when the client has the first `bytes` that the server sent on its connection to
    /// `address`. False if no connection of the line has this address; the waiter is then never called.
    package func tell(
        when bytes: Int,
        of address: SocketAddress,
        _ waiter: @escaping Waiter
    ) -> Bool {
        switch table.withLock({ $0.wait(waiter, for: bytes, of: address) }) {
        case .crossed(let instant): waiter(instant)
        case .never: waiter(nil)
        case .later: break
        case .unknown: return false
        }
        return true
    }

    /// How long the client's bytes had been on their way that the server had at `instant` on its connection to
    /// `address`; the first of a connection since the client asked for it. nil if no connection of the line has this
    /// address.
    package func way(of address: SocketAddress, at instant: Instant) -> Nanoseconds? {
        table.withLock { $0.way(of: address, at: instant) }
    }

    // MARK: What the line notes

    func open(_ address: SocketAddress, asked: Instant) {
        for waiter in table.withLock({ $0.open(address, asked: asked) }) { waiter(nil) }
    }

    func enter(_ bytes: Int, of address: SocketAddress, at now: Instant) {
        table.withLock { $0.enter(bytes, of: address, at: now) }
    }

    func leave(_ bytes: Int, of address: SocketAddress, at now: Instant) {
        table.withLock { $0.leave(bytes, of: address, at: now) }
    }

    func add(_ bytes: Int, of address: SocketAddress, at now: Instant) {
        for waiter in table.withLock({ $0.add(bytes, of: address, at: now) }) { waiter(now) }
    }

    func close(_ address: SocketAddress) {
        for waiter in table.withLock({ $0.close(address) }) { waiter(nil) }
    }

    func closeAll() {
        for waiter in table.withLock({ $0.closeAll() }) { waiter(nil) }
    }
}
