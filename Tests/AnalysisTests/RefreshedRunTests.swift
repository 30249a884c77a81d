import Fixtures
import LinkModel
import Logs
import Runs
import Scenarios
import Testing
import Theory
import Wire

@testable import Analysis

/// A cache that shows a stale image and refreshes it in the background, on the connection of the next
/// exchange.
@Suite struct RefreshedRunTests {
    private static let ms: Nanoseconds = 1_000_000
    private static let files = ["first.jpg", "stale.jpg", "next.jpg"]

    private var plan: SimulationPlan {
        let side = DirectionParameters(rateBps: 50_000_000, oneWayDelay: 50 * Self.ms)
        var plan = SimulationPlan(link: LinkParameters(down: side, up: side), fetches: [])
        plan.fetches = ([0, 1000, 2000] as [Nanoseconds]).map { start in
            var fetch = SimulatedFetch(way: .connection(1), bodyBytes: 200_000)
            fetch.start = .zero + start * Self.ms
            return fetch
        }
        return plan
    }

    /// The record of such a run: the second transfer is a hit, and only the origin's log has its exchange.
    private func record(_ outcome: SimulationOutcome) -> RunRecord {
        var record = RunRecord(
            plan,
            outcome,
            Self.files.enumerated().map { RunRecord.Simulated(place: $0, file: $1, step: $1) }
        )
        for (place, file) in Self.files.enumerated() {
            record.transfers[place].url = "http://origin.netlab.test/\(file)"
        }
        record.transfers[1].source = .memory
        record.transfers[1].exchange = nil
        record.transfers[1].end = record.transfers[1].start
        record.steps = record.transfers.map { StepRecord(name: $0.step, start: $0.start, end: $0.end) }
        return record
    }

    private var scenario: Scenario {
        Scenario(
            name: "refreshed",
            seed: plan.seed,
            link: LinkSettings(parameters: plan.link),
            origin: OriginSettings(
                files: Self.files.map { OriginFile(name: $0, image: .jpeg, size: 200_000) }
            ),
            client: ClientSettings(policy: .memory),
            steps: Self.files.map { .fetch(FetchStep(name: $0, entries: [FetchStep.Entry(file: $0)])) }
        )
    }

    private func theory(_ record: RunRecord) throws -> SimulatedRunTheory {
        try #require(SimulatedRunTheory(record, scenario, StepConditions(scenario, record.link)))
    }

    @Test func `a background refresh leaves its congestion window to the next exchange`() throws {
        let outcome = LineSimulation.run(plan)
        let measured = try #require(outcome.transfers[2].exchange)
        let record = record(outcome)
        let told = try theory(record)
        #expect(told.transfers[2]?.alone == measured && told.transfers[2]?.shared == measured)
        // The hit has no theory of its own.
        #expect(told.transfers[1] == nil)
        // Without it the connection would have been idle for two seconds, and started with a smaller window.
        var unaware = record
        unaware.originLog.remove(at: 1)
        #expect(try #require(try theory(unaware).transfers[2]?.alone) > measured + 50 * Self.ms)
    }

    @Test func `a refresh starts when its request reached the line`() throws {
        let outcome = LineSimulation.run(plan)
        var record = record(outcome)
        let refresh = RefreshExchanges.Refresh(
            transfer: 1,
            port: SimulationOutcome.port(of: 1),
            start: .zero + 1000 * Self.ms,
            requestBytes: 100,
            headerBytes: 170,
            bodyBytes: 200_000
        )
        #expect(RefreshExchanges(record).refreshes == [refresh])
        // An incomplete log does not show when that was.
        record.linkLogOmitted = 1
        #expect(RefreshExchanges(record).refreshes.isEmpty)
        record.linkLogOmitted = 0
        // An exchange that no hit explains is not a refresh.
        record.transfers[1].url = "http://origin.netlab.test/other.jpg"
        #expect(RefreshExchanges(record).refreshes.isEmpty)
    }
}
