package import LinuxIO
import Synchronization
package import Wire

/// A name server over UDP: one socket, one thread, answers with a configured delay.
///
/// The delay counts from each query's arrival to its answer's departure. Any thread may call `start()` and
/// `stop()`. The socket belongs to the network namespace of the thread that makes it.
package final class NameServer: Sendable {
    package static let port: UInt16 = 53

    /// The actual address: the kernel chose the port if 0 was requested.
    package let address: SocketAddress
    private let shared: NamingState
    private let isMeasured: Bool
    private let thread = ServiceThread()

    /// `names` are IPv4 addresses by name, in host order like `address`; `delay` is in nanoseconds. Queries
    /// for other names are led elsewhere by `redirection`, or go to `relay`'s servers; without a relay, such names do not
    /// exist. `isMeasured` asks
    /// for a thread that wakes as precisely as this user's privileges allow.
    package init(
        names: [String: UInt32],
        delay: Nanoseconds = 0,
        timeToLive: UInt32 = 60,
        redirecting redirection: NameRedirection? = nil,
        relay: NameRelay? = nil,
        address: UInt32,
        port: UInt16 = NameServer.port,
        clock: RunClock,
        isMeasured: Bool = false
    ) throws(NamingError) {
        let table = try NameTable(names, timeToLive: timeToLive, redirecting: redirection)
        do throws(SystemCallError) {
            let socket = try DatagramSocket(SocketAddress(address: address, port: port))
            self.address = socket.address
            shared = try NamingState(socket, table, relay: relay, delay: max(0, delay), clock)
        } catch {
            throw .system(error)
        }
        self.isMeasured = isMeasured
    }

    deinit {
        stop()
    }

    /// Why it ended by itself; nil if it did not.
    package var failure: SystemCallError? { shared.failure.withLock { $0 } }

    /// Starts answering. A second call does nothing.
    package func start() throws(NamingError) {
        do throws(SystemCallError) {
            try thread.start(name: "netlab-names") { [shared, isMeasured] in
                NamingLoop.run(shared, isMeasured: isMeasured)
            }
        } catch {
            throw .system(error)
        }
    }

    /// The queries so far whose answers were sent, or never will be.
    package func log() -> [NameQuery] {
        shared.log.withLock { $0 }
    }

    /// Ends at once: answers that wait for their time are never sent. Returns the whole log; a second call
    /// returns the same.
    @discardableResult
    package func stop() -> [NameQuery] {
        shared.isStopping.store(true, ordering: .releasing)
        shared.wakeUp.ring()
        thread.join()
        // In case it never ran.
        shared.takeParts()
        return log()
    }
}
