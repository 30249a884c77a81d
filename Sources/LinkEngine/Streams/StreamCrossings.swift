package import LinuxIO
import Synchronization
package import Wire

/// Tells when bytes that a server sent have crossed a line of byte streams and been taken by their client's socket.
///
/// A line that is given one in its `StreamOrder` notes in it what it carries; any thread may ask.
package final class StreamCrossings: Sendable {
    /// Told the instant, or nil where the connection or the line ended before; on the line's thread or on the one that asked.
    package typealias Waiter = @Sendable (Instant?) -> Void

    private let table = Mutex(CrossingTable<Waiter>())

    package init() {}

    /// Tells when the client has the first `bytes` that the server sent on its connection to `address`, once. False where
    /// no connection of the line has this address: nobody will be told then.
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
