package import LinuxIO
import Synchronization
package import Wire

/// Notifies when bytes that a server sent have crossed a line of byte streams and been taken by the client's
/// socket.
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

    // MARK: What the line notes

    func open(_ address: SocketAddress) {
        for waiter in table.withLock({ $0.open(address) }) { waiter(nil) }
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
