package import LinuxIO
import Synchronization
package import Wire

/// A name server over UDP: one socket, one thread, answers as late as it is told.
///
/// The delay counts from a query's arrival to its answer's departure, for each query by itself. Make it, `start()` it,
/// and `stop()` it; any thread may do so. The socket belongs to the network namespace of the thread that makes it.
package final class NameServer: Sendable {
    package static let port: UInt16 = 53

    /// Where it really is: the port is the kernel's where 0 was asked for.
    package let address: SocketAddress
    private let shared: NamingState
    private let isMeasured: Bool
    private let thread = ServiceThread()

    /// `names` are IPv4 addresses by name, in host order as `address` is; `delay` is in nanoseconds. Other names are
    /// asked of `relay`'s servers, and do not exist where there is none. `isMeasured` asks for a
    /// thread that is woken as exactly as this user may have it.
    package init(
        names: [String: UInt32],
        delay: Nanoseconds = 0,
        timeToLive: UInt32 = 60,
        relay: NameRelay? = nil,
        address: UInt32,
        port: UInt16 = NameServer.port,
        clock: RunClock,
        isMeasured: Bool = false
    ) throws(NamingError) {
        let table = try NameTable(names, timeToLive: timeToLive)
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

    /// Why it ended by itself; nil where it did not.
    package var failure: SystemCallError? { shared.failure.withLock { $0 } }

    /// Begins to answer. A second call does nothing.
    package func start() throws(NamingError) {
        do throws(SystemCallError) {
            try thread.start(name: "netlab-names") { [shared, isMeasured] in
                NamingLoop.run(shared, isMeasured: isMeasured)
            }
        } catch {
            throw .system(error)
        }
    }

    /// The queries so far whose answers have left, or will not.
    package func log() -> [NameQuery] {
        shared.log.withLock { $0 }
    }

    /// Ends at once: answers that wait for their time are never sent. Gives the whole log; a second call the same.
    @discardableResult
    package func stop() -> [NameQuery] {
        shared.isStopping.store(true, ordering: .releasing)
        shared.wakeUp.ring()
        thread.join()
        // Where it never ran.
        shared.takeParts()
        return log()
    }
}
