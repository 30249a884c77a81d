import CacheClient
import LinkEngine
import LinkModel
package import LinuxIO
import Origin
package import Runs
import Scenarios
import Serving
import Wire

/// The two hosts with everything on them: origin, line, client, a recorder on each host.
///
/// It is built, run and taken down by the main thread; whatever ends the run, what was recorded is kept.
package final class Bench {
    /// The origin's name. The client knows its address: no name is asked for on the line.
    package static let originName = "origin.netlab.test"
    private static let originPort: UInt16 = 80

    let plan: BenchPlan
    let clock = RunClock()
    let startedAt = RunClock.wall()
    let hosts: HostPair
    let origin: OriginServer
    let engine: PacketEngine
    let client: CachingClient
    let desk: TransferDesk
    let diskFolder: String
    private let recorders: BenchRecorders
    private let folder: RunFolder
    private let signals: StopSignals

    /// Builds the bench and starts all that is on it, except the steps.
    ///
    /// The first bench of an ordinary user's process must be built before the process has its second thread.
    package init(_ plan: BenchPlan, folder: RunFolder, signals: StopSignals) throws(BenchError) {
        self.plan = plan
        self.folder = folder
        self.signals = signals
        diskFolder = folder.file("cache")
        let (scenario, clock) = (plan.scenario, clock)
        do {
            let hosts = try HostPair(scenario.link.parameters, carrier: CarrierChoice(plan.carrier))
            self.hosts = hosts
            desk = try TransferDesk()
            // Images are made before anything is measured or recorded.
            origin = try hosts.onOrigin {
                try OriginServer(
                    configuration: OriginConfiguration(scenario),
                    // The kernel sizes the buffer by the window: a fixed one would hold fast lines back.
                    listener: Listener(
                        address: HostPair.originAddressText,
                        port: Self.originPort,
                        congestion: scenario.origin.congestion.rawValue,
                        sendBuffer: nil
                    ),
                    clock: clock,
                    isMeasured: true
                )
            }
            recorders = try BenchRecorders(hosts, folder: folder)
            engine = try PacketEngine(
                hosts,
                link: scenario.link.parameters,
                seed: scenario.seed,
                clock: clock
            )
            let desk = desk
            client = try CachingClient(
                configuration: Configuration(scenario.client, diskFolder: diskFolder),
                clock: clock,
                events: { desk.note($0) }
            )
            try origin.start()
            try engine.start()
        } catch {
            throw BenchError(error)
        }
    }

    /// Runs the scenario and takes the bench down. `progress` is called on the main thread, while transfers are under way.
    package func run(progress: @escaping (RunProgress) -> Void) -> RunRecord {
        var steps = StepRunner(self, signals: signals, progress: progress)
        var record = RunRecord(
            plan,
            startedAt: startedAt,
            link: LinkRecord(plan.scenario, carrier: hosts.carrier)
        )
        do throws(RunStop) {
            try steps.run()
        } catch {
            record.ending = RunEnding(error)
        }
        client.shutdown()
        if record.ending == .completed { settle() }
        steps.finish()
        takeDown(into: &record)
        record.steps = steps.steps
        record.transfers = steps.transfers
        record.clock = steps.clockSamples
        record.timing = desk.timing()
        record.cache = client.counters
        Folder.remove(diskFolder)
        return record
    }

    /// Lets the closing of the connections cross the line and come back, so that captures end as they should: a FIN,
    /// its acknowledgement with the other FIN, and the last acknowledgement.
    private func settle() {
        let link = plan.scenario.link.parameters
        let packets = LinkDirection.allCases.reduce(Nanoseconds(0)) { sum, direction in
            guard let rate = link[direction].rateBps else { return sum }
            return sum + Nanoseconds(Double(Self.closingBytes * 8) / Double(rate) * 1e9)
        }
        let enough = clock.now() + link.roundTripDelay * 3 / 2 + packets + 5_000_000
        while clock.now() < enough {
            let milliseconds = (enough - clock.now() + 999_999) / 1_000_000
            signals.wait(milliseconds: Int32(clamping: max(1, milliseconds)))
            if signals.take() != nil { return }
        }
    }

    /// A generous count of what closing all connections puts on the line in each direction.
    private static let closingBytes = 1200

    /// From the ends inwards: the origin says nothing more, the line carries nothing more, then the recorders stop.
    private func takeDown(into record: inout RunRecord) {
        record.originLog = origin.stop()
        let report = engine.stop()
        record.linkLog = report.log
        record.linkLogOmitted = report.omitted
        if let failure = report.failure { record.fail("the link engine stopped: \(failure)") }
        if let failure = client.diskFailure {
            record.fail("the client's disk cache could not be written: \(failure)")
        }
        if let failure = origin.failure { record.fail("the origin stopped: \(failure)") }
        if origin.unloggedRequests > 0 {
            record.fail("the origin's log had no room for \(origin.unloggedRequests) requests")
        }
        let lost = report.droppedWrites + report.overflowed + report.missed
        if lost > 0 { record.fail("the line dropped \(lost) packets that it should carry") }
        let recorded = recorders.stop()
        record.captures = recorded.captures
        for failure in recorded.failures { record.fail(failure) }
    }
}
