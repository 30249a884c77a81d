package import LinkModel
package import LinuxIO
import Runs

/// Carries every packet between two hosts through the model of a line, in real time, on its own threads.
///
/// A line that shapes nothing, and whose hosts keep packets apart, is as fast as its threads: if there are
/// enough processors, each direction then has its own. An answer has to wake two threads instead of one,
/// which adds some tenths of a millisecond to a round trip. The threads sleep while the line is idle. They
/// keep the hosts alive until they are stopped.
package final class PacketEngine: Sendable {
    /// The log holds the first two million packets: 1.5 GB of transfers in at most 200 MB of memory.
    package static let logCapacity = 1 << 21

    private let threads: [PumpThread]
    private let flows: FlowRegister

    package init(
        _ hosts: HostPair,
        link: LinkParameters,
        seed: UInt64,
        clock: RunClock,
        logCapacity: Int = PacketEngine.logCapacity
    ) throws(SystemCallError) {
        let settings = EngineSettings(
            hosts: hosts,
            link: link,
            seed: seed,
            clock: clock,
            logCapacity: logCapacity
        )
        flows = settings.flows
        if hosts.isUnshaped, !hosts.offloads, hosts.carrier == .tun, Machine.processors > 1 {
            threads = [try PumpThread(.one(.up), settings), try PumpThread(.one(.down), settings)]
        } else {
            threads = [try PumpThread(.both, settings)]
        }
    }

    deinit {
        _ = stop()
    }

    /// Starts the threads, and returns once they carry: an earlier packet would wait until its thread was
    /// ready and get that time as its arrival. Throws if one of them cannot. A second call does nothing.
    package func start() throws(SystemCallError) {
        for thread in threads { try thread.start() }
        for _ in 0..<Self.patience where !isCarrying { Readiness.wait(for: [], milliseconds: 1) }
        if let failure { throw failure }
    }

    /// Why a thread has ended by itself, or could not start; nil if none has.
    package var failure: SystemCallError? { threads.lazy.compactMap(\.failure).first }

    /// True once all threads carry packets, or have failed to start.
    var isCarrying: Bool { threads.allSatisfy(\.hasBegun) }

    /// Changes the line, and returns once the new one is in force. Waiting packets are served by the new
    /// line; earlier decisions stay. The report records the time of the change.
    ///
    /// The hosts keep the MTU and the buffers that they were made with: pass later lines to `HostPair`.
    package func change(_ link: LinkParameters) {
        change(.shared(link))
    }

    /// The same for one client's line, too. Packets under way stay on the line that they began on; the report records changes
    /// of the shared line alone.
    package func change(_ order: LineOrder) {
        let numbers = threads.map { $0.change(order) }
        // A thread that was never started, or has ended, never changes its line.
        for _ in 0..<Self.patience where !zip(threads, numbers).allSatisfy({ $0.isInForce($1) }) {
            Readiness.wait(for: [], milliseconds: 1)
        }
    }

    /// Milliseconds for the threads to start, or to take their mail, which they check between any two
    /// packets.
    private static let patience = 500

    /// Stops the threads, waits for them, and returns their report. Packets under way have no departure.
    package func stop() -> EngineReport {
        for thread in threads { thread.askToStop() }
        let reports = threads.map { $0.join() }
        var report = reports.dropFirst().reduce(reports[0]) { $0.joined(with: $1) }
        report.clientPorts = flows.clientPorts
        return report
    }
}
