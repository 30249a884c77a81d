package import LinkModel
package import LinuxIO
import Synchronization

/// Carries every packet between two hosts through the model of a line, in real time, on a thread of its own.
///
/// The thread sleeps while the line is idle. It keeps the hosts alive until it is stopped.
package final class PacketEngine: Sendable {
    /// What the thread leaves behind.
    private final class Outcome: Sendable {
        let report = Mutex(EngineReport(logCapacity: 0))
    }

    /// The log holds the first two million packets: 1.5 GB of transfers, 200 MB of memory at the most.
    package static let logCapacity = 1 << 21

    private let order: EngineOrder
    private let mailbox: EngineMailbox
    private let outcome = Outcome()
    private let thread = ServiceThread()

    package init(
        _ hosts: HostPair,
        link: LinkParameters,
        seed: UInt64,
        clock: RunClock,
        logCapacity: Int = PacketEngine.logCapacity
    ) throws(SystemCallError) {
        order = EngineOrder(hosts: hosts, link: link, seed: seed, clock: clock, logCapacity: logCapacity)
        mailbox = try EngineMailbox()
    }

    deinit {
        _ = stop()
    }

    /// Starts to carry. A second call does nothing.
    package func start() throws(SystemCallError) {
        let (order, mailbox, outcome) = (order, mailbox, outcome)
        try thread.start(name: "netlab-line") {
            do throws(SystemCallError) {
                var pump = try PacketPump(order, mailbox)
                pump.run()
                let report = pump.report
                outcome.report.withLock { $0 = report }
            } catch {
                outcome.report.withLock { $0.failure = error }
            }
        }
    }

    /// Has the line be another by the time that this returns. Packets that wait for it are served by the new one; what has been
    /// decided stays. The report says when that was.
    ///
    /// The hosts keep the MTU and the buffers that they were made with: `HostPair` is told of later lines.
    package func change(_ link: LinkParameters) {
        let number = mailbox.post(link: link)
        // A thread that was never started, or has ended, changes nothing.
        for _ in 0..<Self.patience where !mailbox.isInForce(number) {
            Readiness.wait(for: [], milliseconds: 1)
        }
    }

    /// Milliseconds for the thread to take its mail: it looks for it between any two packets.
    private static let patience = 500

    /// Ends the carrying, waits for the thread, and gives what it saw. What is under way stays without a departure.
    package func stop() -> EngineReport {
        mailbox.post(isStopping: true)
        thread.join()
        return outcome.report.withLock { $0 }
    }
}
