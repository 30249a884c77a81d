import Figures
package import Grounds
import LinkModel
package import LinuxIO
import Origin
package import Runs
package import Scenarios
import Wire

/// Origin, line, client, proxy if there is one, and recorders of one run.
///
/// The main thread builds, runs and takes down the bench. Records are kept however the run ends.
package final class Bench {
    /// The origin's host name. The client knows its address, unless the line delays DNS.
    package static let originName = OriginSettings.hostName

    let plan: BenchPlan
    let clock = RunClock()
    /// Calendar for the dates of client and origin.
    let calendar = Calendar()
    let startedAt = RunClock.wall()
    let line: any BenchLine
    /// nil if the client reaches the origin without one.
    private let proxy: BenchProxy?
    let client: any BenchClient
    let journal: TransferJournal
    let diskFolder: String
    /// Why packet mode was not used although it was preferred; nil if it was.
    package let missing: BenchError?
    private let signals: StopSignals

    /// Builds the bench and starts everything but the steps. `makeClient` makes the client at its end of the
    /// line.
    ///
    /// The first bench of an unprivileged process must be built before the process has a second thread.
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
            let journal = try TransferJournal()
            self.journal = journal
            let line = line
            let proxy =
                plan.scenario.hasProxy
                ? try BenchProxy(to: line.route, line.trust, clock: clock) : nil
            self.proxy = proxy
            let site = BenchClientSite(
                route: proxy?.route ?? line.route,
                folder: diskFolder,
                clock: clock,
                calendar: calendar,
                note: { journal.note($0) }
            )
            client = try makeClient(plan.scenario.client, site)
            try line.start()
            try proxy?.start()
        } catch {
            Folder.remove(diskFolder)
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
        journal.endPauses()
        client.shutdown()
        proxy?.stop(into: &record)
        if record.ending == .completed { settle() }
        steps.finish()
        record.shortage = .untilNow().since(before)
        takeDown(into: &record)
        record.steps = steps.steps
        record.transfers = steps.transfers
        record.clock = steps.clockSamples
        record.timing = journal.timing()
        record.cache = client.counters
        record.quicLog += client.quicLog
        Folder.remove(diskFolder)
        return record
    }

    /// Waits for the closing of connections to cross the line both ways, so that captures end properly: a
    /// FIN, its acknowledgement with the other FIN, and the last acknowledgement.
    private func settle() {
        let link = plan.scenario.lastLink.parameters
        let packets = LinkDirection.allCases.reduce(Nanoseconds(0)) { sum, direction in
            guard let rate = link[direction].rateBps, rate > 0 else { return sum }
            return sum + Nanoseconds(Double(Self.closingBytes * 8) / Double(rate) * 1e9)
        }
        let enough = clock.now() + link.roundTripDelay * 3 / 2 + packets + 5_000_000
        while clock.now() < enough {
            signals.wait(atMost: enough - clock.now())
            if signals.take() != nil { return }
        }
    }

    /// Upper estimate of the bytes in each direction for closing all connections.
    private static let closingBytes = 1200

    private func takeDown(into record: inout RunRecord) {
        line.stop(into: &record)
        if let failure = client.failure { record.fail(failure) }
        let origin = line.origin
        for expiry in origin.expiries { record.fail(expiry) }
        if origin.unloggedRequests > 0 {
            let requests = CountFormat.text(origin.unloggedRequests, "request")
            record.fail("the origin's log had no room for \(requests)")
        }
    }
}
