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

    /// `names` are addresses by name; `delay` is in nanoseconds, and answers to questions for IPv6 addresses wait for
    /// `delayOfIP6` more. Queries for other names are led elsewhere by `redirection`, or go to `relay`'s servers; without a
    /// relay, such names do not exist. With `translates` (DNS64) IPv6 addresses are made of IPv4
    /// ones, for all but the server's own host. `isMeasured` asks for a
    /// thread that wakes as precisely as this user's privileges allow.
    package init(
        names: [String: [IPAddress]],
        delay: Nanoseconds = 0,
        delayOfIP6: Nanoseconds = 0,
        timeToLive: UInt32 = 60,
        translates: Bool = false,
        redirecting redirection: NameRedirection? = nil,
        relay: NameRelay? = nil,
        address: IPAddress,
        port: UInt16 = NameServer.port,
        clock: RunClock,
        isMeasured: Bool = false
    ) throws(NamingError) {
        let table = try NameTable(
            names,
            timeToLive: timeToLive,
            translator: translates ? address : nil,
            redirecting: redirection
        )
        do throws(SystemCallError) {
            let socket = try DatagramSocket(SocketAddress(host: address, port: port))
            self.address = socket.address
            shared = try NamingState(
                socket,
                table,
                relay: relay,
                delays: (max(0, delay), max(0, delayOfIP6)),
                clock
            )
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

    /// Answers wait for other times from now on, in nanoseconds as at the beginning. Any thread may call it.
    package func change(delay: Nanoseconds, delayOfIP6: Nanoseconds) {
        shared.change((max(0, delay), max(0, delayOfIP6)))
    }

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
