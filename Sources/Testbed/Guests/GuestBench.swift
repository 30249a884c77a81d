import Capture
import LinkEngine
package import LinuxIO
import Naming
import Origin
import Runs
import Scenarios
package import TLS
import Wire

/// The two hosts, the line and the origin, for programs that know nothing of netlab.
///
/// It is built, used and taken down by the main thread, which must live as long as the guests do.
package final class GuestBench {
    /// The base of what the origin serves, without a slash at its end.
    package static let originURL = "http://\(Bench.originName)"

    /// How long a server may take until it listens.
    private static let patience: Nanoseconds = 10_000_000_000
    private static let lookMilliseconds: Int32 = 20

    private let ground: BenchGround
    private let recorder: Recorder?
    private var uplink: Uplink?
    /// False where the machine's network was asked for and it has no name server that could be asked.
    package let findsNames: Bool
    private let capture: String?
    private let handedOn: [Int32]
    /// What the machine had counted when the bench was built.
    private let shortageBefore = ProcessorShortage.untilNow()
    /// What leads guests to the certificates to trust; nil where this machine has no bundle that could be joined.
    package let trust: TLSTrust?

    /// Builds the bench and starts all that is on it; `capture` is the file that the client's host is recorded into,
    /// `ownBundle` one of certificates that guests shall trust beside the machine's and the origin's.
    /// `internet` gives guests the machine's own network, through the line.
    ///
    /// The first bench of an ordinary user's process must be built before the process has its second thread.
    package init(
        _ plan: BenchPlan,
        capture: String? = nil,
        joining ownBundle: String? = nil,
        internet: Bool = false
    )
        throws(BenchError)
    {
        // Asked now: what netlab itself opens from here on is not for guests.
        handedOn = InheritedDescriptors.numbers()
        self.capture = capture
        do {
            uplink = internet ? try Uplink(path: Environment.variables["PATH"]) : nil
            let relay = internet ? try NameRelay.ofMachine() : nil
            findsNames = !internet || relay != nil
            // A guest may run for days, and nobody reads what became of each packet.
            let encryption = plan.scenario.origin.encryption ?? OriginEncryption()
            let trust = try BenchTrust(
                now: RunClock.wall() / 1_000_000_000,
                encryption,
                http: plan.scenario.origin.http,
                for: plan.scenario.hosts.map(\.host)
            )
            let hosts = try HostPair(for: plan)
            ground = try BenchGround(
                plan,
                hosts: hosts,
                clock: RunClock(),
                names: .always,
                relay: relay,
                trust: trust,
                logCapacity: 0
            )
            self.trust = try trust.install(joining: ownBundle)
            recorder = try capture.map { [ground] in
                try BenchRecorders.onClient(ground.hosts, plan, file: $0)
            }
            try uplink?.connect(ground.hosts)
            try ground.start()
        } catch {
            throw BenchError(error)
        }
    }

    /// Starts a guest on the client's host.
    package func start(_ order: ProgramOrder) throws -> KeptProgram {
        try ground.hosts.onClient { try KeptProgram(order, handedOn: handedOn) }
    }

    /// Starts a guest on the origin's host, and waits until it listens at a port that nobody listened at before, for a
    /// while. It may have ended by then.
    package func serve(_ order: ProgramOrder, until isStopped: () -> Bool) throws -> KeptProgram {
        try ground.hosts.onOrigin {
            let before = ListeningPorts.count()
            let server = try KeptProgram(order)
            let start = ground.clock.now()
            while ListeningPorts.count() <= before, ground.clock.now() - start < Self.patience, !isStopped() {
                Readiness.wait(for: [], milliseconds: Self.lookMilliseconds)
                if server.hasEnded { break }
            }
            return server
        }
    }

    /// Takes the bench down when its guests have ended.
    package func finish() -> GuestReport {
        let lostUplink = uplink?.failure
        uplink = nil
        let shortage = ProcessorShortage.untilNow().since(shortageBefore)
        let ended = ground.takeDown()
        var report = GuestReport(
            failures: ended.failures,
            lostPackets: ended.line.lost,
            latenessP99: ended.line.lateness.percentile(99),
            failedSessions: ground.origin.failedSessions,
            shortage: shortage
        )
        if let lostUplink { report.failures.append(lostUplink) }
        guard let recorder, let capture else { return report }
        let summary = recorder.stop()
        report.captureDrops = summary.dropped
        if let error = summary.writeError ?? summary.readError {
            report.failures.append("\(capture): \(error)")
        }
        return report
    }
}
