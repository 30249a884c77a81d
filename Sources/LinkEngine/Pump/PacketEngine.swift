package import LinkModel
package import LinuxIO
import Runs

/// Carries every packet between two hosts through the model of a line, in real time, on a thread of its own.
///
/// A line that shapes nothing, and whose hosts keep their packets apart, is as fast as its threads: each direction then has
/// one, where there are processors for both. Two threads have to be woken for an answer, and not one, which costs a round
/// trip some tenths of a millisecond.
/// The threads sleep while the line is idle. They keep the hosts alive until they are stopped.
package final class PacketEngine: Sendable {
    /// The log holds the first two million packets: 1.5 GB of transfers, 200 MB of memory at the most.
    package static let logCapacity = 1 << 21

    private let threads: [PumpThread]

    package init(
        _ hosts: HostPair,
        link: LinkParameters,
        seed: UInt64,
        clock: RunClock,
        logCapacity: Int = PacketEngine.logCapacity
    ) throws(SystemCallError) {
        let order = EngineOrder(hosts: hosts, link: link, seed: seed, clock: clock, logCapacity: logCapacity)
        if hosts.isUnshaped, !hosts.offloads, hosts.carrier == .tun, Machine.processors > 1 {
            threads = [try PumpThread(.one(.up), order), try PumpThread(.one(.down), order)]
        } else {
            threads = [try PumpThread(.both, order)]
        }
    }

    deinit {
        _ = stop()
    }

    /// Starts to carry, and does so by the time that this returns: what came sooner would have waited for the thread to get
    /// ready, and count as come when that was. A second call does nothing.
    package func start() throws(SystemCallError) {
        for thread in threads { try thread.start() }
        for _ in 0..<Self.patience where !isCarrying { Readiness.wait(for: [], milliseconds: 1) }
    }

    /// True once all threads carry, or have failed to.
    var isCarrying: Bool { threads.allSatisfy(\.hasBegun) }

    /// Has the line be another by the time that this returns. Packets that wait for it are served by the new one; what has been
    /// decided stays. The report says when that was.
    ///
    /// The hosts keep the MTU and the buffers that they were made with: `HostPair` is told of later lines.
    package func change(_ link: LinkParameters) {
        let numbers = threads.map { $0.change(link) }
        // A thread that was never started, or has ended, changes nothing.
        for _ in 0..<Self.patience where !zip(threads, numbers).allSatisfy({ $0.isInForce($1) }) {
            Readiness.wait(for: [], milliseconds: 1)
        }
    }

    /// Milliseconds for the threads to get ready, or to take their mail: they look for it between any two packets.
    private static let patience = 500

    /// Ends the carrying, waits for the threads, and gives what they saw. What is under way stays without a departure.
    package func stop() -> EngineReport {
        for thread in threads { thread.tellToStop() }
        let reports = threads.map { $0.join() }
        return reports.dropFirst().reduce(reports[0]) { $0.joined(with: $1) }
    }
}
