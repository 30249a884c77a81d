import LinkModel
package import LinuxIO
import Origin
package import Runs
package import Scenarios
import Wire

/// Origin, line, client, and what records them.
///
/// It is built, run and taken down by the main thread; whatever ends the run, what was recorded is kept.
package final class Bench {
    /// The origin's name. The client knows its address, unless the line is one that delays DNS.
    package static let originName = OriginSettings.hostName

    let plan: BenchPlan
    let clock = RunClock()
    /// What the dates of client and origin go by.
    let calendar = Calendar()
    let startedAt = RunClock.wall()
    let line: any BenchLine
    let client: any BenchClient
    let desk: TransferDesk
    let diskFolder: String
    /// What kept packet mode from being used where it was preferred; nil where nothing did.
    package let missing: BenchError?
    private let signals: StopSignals

    /// Builds the bench and starts all that is on it, except the steps. `makeClient` makes who fetches, at its end of the line.
    ///
    /// The first bench of an ordinary user's process must be built before the process has its second thread.
    package init(
        _ plan: BenchPlan,
        folder: RunFolder,
        signals: StopSignals,
        client makeClient: (ClientSettings, BenchClientSite) throws -> any BenchClient = CachingBenchClient
            .init
    ) throws(BenchError) {
        self.plan = plan
        self.signals = signals
        diskFolder = folder.file("cache")
        do {
            (line, missing) = try LineBuilder(plan: plan, folder: folder, clock: clock, calendar: calendar)
                .line()
            let desk = try TransferDesk()
            self.desk = desk
            let site = BenchClientSite(
                route: line.route,
                folder: diskFolder,
                clock: clock,
                calendar: calendar,
                note: { desk.note($0) }
            )
            client = try makeClient(plan.scenario.client, site)
            try line.start()
        } catch {
            throw BenchError(error)
        }
    }

    /// Runs the scenario and takes the bench down. `tell` is called on the main thread.
    package func run(tell: @escaping (RunEvent) -> Void) -> RunRecord {
        let before = ProcessorShortage.untilNow()
        var steps = StepRunner(self, signals: signals, tell: tell)
        var record = RunRecord(
            plan,
            startedAt: startedAt,
            link: line.record
        )
        record.clockOrigin = clock.origin
        do throws(RunStop) {
            try steps.run()
        } catch {
            record.ending = RunEnding(error)
        }
        desk.endPauses()
        client.shutdown()
        if record.ending == .completed { settle() }
        steps.finish()
        record.shortage = .untilNow().since(before)
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
        let link = plan.scenario.lastLink.parameters
        let packets = LinkDirection.allCases.reduce(Nanoseconds(0)) { sum, direction in
            guard let rate = link[direction].rateBps, rate > 0 else { return sum }
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

    private func takeDown(into record: inout RunRecord) {
        line.stop(into: &record)
        if let failure = client.failure { record.fail(failure) }
        let origin = line.origin
        if origin.unloggedRequests > 0 {
            record.fail("the origin's log had no room for \(origin.unloggedRequests) requests")
        }
    }
}
