package import LinkModel
package import LinuxIO
import Synchronization

/// Carries every packet between two hosts through the model of a line, in real time, on a thread of its own.
///
/// The thread sleeps while the line is idle. It keeps the hosts alive until it is stopped.
package final class PacketEngine: Sendable {
    /// What crosses between the engine's thread and its owner's.
    private final class Shared: Sendable {
        let isStopping = Atomic(false)
        let report = Mutex(EngineReport(logCapacity: 0))
    }

    /// The log holds the first two million packets: 1.5 GB of transfers, 200 MB of memory at the most.
    package static let logCapacity = 1 << 21

    private let order: EngineOrder
    private let wakeUp: WakeUp
    private let shared = Shared()
    private let thread = Mutex<WorkerThread?>(nil)

    package init(
        _ hosts: HostPair,
        link: LinkParameters,
        seed: UInt64,
        clock: RunClock,
        logCapacity: Int = PacketEngine.logCapacity
    ) throws(SystemCallError) {
        order = EngineOrder(hosts: hosts, link: link, seed: seed, clock: clock, logCapacity: logCapacity)
        wakeUp = try WakeUp()
    }

    deinit {
        _ = stop()
    }

    /// Starts to carry. A second call does nothing.
    package func start() throws(SystemCallError) {
        try thread.withLock { thread throws(SystemCallError) in
            guard thread == nil else { return }
            let (order, wakeUp, shared) = (order, wakeUp, shared)
            thread = try WorkerThread(name: "netlab-line") {
                do throws(SystemCallError) {
                    var pump = try PacketPump(order, wakeUp: wakeUp)
                    pump.run(until: shared.isStopping)
                    let report = pump.report
                    shared.report.withLock { $0 = report }
                } catch {
                    shared.report.withLock { $0.failure = error }
                }
            }
        }
    }

    /// Ends the carrying, waits for the thread, and gives what it saw. What is under way stays without a departure.
    package func stop() -> EngineReport {
        shared.isStopping.store(true, ordering: .releasing)
        wakeUp.ring()
        thread.withLock { $0?.join() }
        return shared.report.withLock { $0 }
    }
}
