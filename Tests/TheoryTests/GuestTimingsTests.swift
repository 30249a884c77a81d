import Fixtures
import LinkModel
import Runs
import Scenarios
import Testing
import Theory
import Wire

@Suite struct GuestTimingsTests {
    /// Programs take microseconds, and a timer that they delay past its tick fires a tick later.
    private static let most = 2 * SimulationPlan.tick

    private func scenario(_ start: FetchStep.Start, _ origin: (inout OriginSettings) -> Void) -> Scenario {
        let line = DirectionParameters(rateBps: 2_000_000, oneWayDelay: 5_000_000)
        let files = (1...3).map { OriginFile(name: "\($0).jpg", image: .jpeg, size: 20_000) }
        var settings = OriginSettings(files: files)
        origin(&settings)
        return Scenario(
            name: "paced",
            link: LinkSettings(parameters: LinkParameters(down: line, up: line)),
            origin: settings,
            client: ClientSettings(policy: .none, connections: 2),
            steps: [.fetch("one", files.map(\.name), start: start), .fetch("two", files.map(\.name))]
        )
    }

    @Test(arguments: [FetchStep.Start.together, .inTurn], [false, true])
    func `program times change a virtual-time prediction by a few ticks at most`(
        _ start: FetchStep.Start,
        _ isMultiplexed: Bool
    ) throws {
        let scenario = scenario(start) {
            if isMultiplexed { ($0.http, $0.encryption) = ([.http2], OriginEncryption()) }
        }
        let quick = try #require(ScenarioPrediction(scenario))
        let paced = try #require(ScenarioPrediction(scenario, clock: .virtual))
        #expect(paced.steps[0].start == .zero && paced.gaps.isEmpty)
        for (one, other) in zip(quick.steps, paced.steps) {
            let (plain, longer) = try (#require(one.makespan), #require(other.makespan))
            #expect(longer != plain && abs(longer - plain) < Self.most)
        }
    }

    @Test func `callers that start together are staggered`() throws {
        let paced = try #require(ScenarioPrediction(scenario(.together) { _ in }, clock: .virtual))
        let starts = paced.outcome.transfers.prefix(3).map(\.start)
        #expect(starts == starts.sorted() && Set(starts).count == 3)
    }

    @Test func `predicting shared times does not require times alone`() throws {
        let whole = try #require(ScenarioPrediction(scenario(.together) { _ in }))
        let part = try #require(ScenarioPrediction(scenario(.together) { _ in }, tellsAlone: false))
        #expect(part.total == whole.total && part.steps[0].transfers.allSatisfy { $0.alone == nil })
        #expect(whole.steps[0].transfers.allSatisfy { $0.alone != nil })
    }
}
