import Analysis
import LinkModel
import Runs
import Scenarios
import Testing
import Theory

@Suite struct WhatIfStudyTests {
    @Test func `lists only changes that gain time, largest gain first`() throws {
        let changes = try #require(WhatIfStudy.changes(to: SampleRun().result(), of: nil))
        // The second step came from memory: nothing was fetched twice.
        #expect(!changes.contains { $0.change == .cached })
        let gains = changes.map(\.gain)
        #expect(gains == gains.sorted(by: >) && gains.count > 2)
        // Durations that add up to less save nobody time.
        #expect(changes.allSatisfy { $0.gain > 0 })
        // There is no loss to remove, and no encryption to resume.
        #expect(!changes.contains { $0.change == .noLoss || $0.change == .resumedTLS })
        #expect(changes.contains { $0.change == .doubleRate } && changes.contains { $0.change == .halfDelay })
    }

    @Test func `a cache helps with repeated fetches, but not with the first`() throws {
        var run = SampleRun()
        run.addNetwork(step: "again", file: "a.jpg", body: 125_724, port: 4003, from: 5000, to: 6050)
        run.record.steps.append(StepRecord(name: "again", start: SampleRun.at(5000), end: SampleRun.at(6050)))
        let changes = try #require(WhatIfStudy.changes(to: run.result(), of: nil))
        let cached = try #require(changes.first { $0.change == .cached })
        #expect(cached.gain > 500 * SampleRun.millisecond && cached.after.makespan > cached.gain)
    }

    @Test func `offers no change that lengthens the steps`() throws {
        let changes = try #require(WhatIfStudy.changes(to: SampleRun().result(), of: nil))
        #expect(changes.allSatisfy { $0.after.makespan <= $0.before.makespan + $0.before.makespan / 1000 })
    }

    @Test func `offers removing loss where packets are lost`() throws {
        var result = SampleRun().result()
        for place in result.steps.indices {
            result.steps[place].link?.down.loss = .random(PacketShare(0.05))
        }
        result.link.parameters.down.loss = .random(PacketShare(0.05))
        let changes = try #require(WhatIfStudy.changes(to: result, of: nil))
        #expect(changes.contains { $0.change == .noLoss && $0.gain > 0 })
    }

    @Test func `offers changes to a run with BBR`() throws {
        var result = SampleRun().result()
        result.link.congestion = "bbr"
        let changes = try #require(WhatIfStudy.changes(to: result, of: nil))
        #expect(changes.contains { $0.change == .doubleRate && $0.gain > 0 })
    }

    /// The run as its scenario foretells it.
    private func foretold() throws -> (result: RunResult, scenario: Scenario) {
        var (result, scenario) = (SampleRun().result(), SampleRun().scenario)
        let entries = ["a.jpg", "b.jpg"].map { FetchStep.Entry(file: $0) }
        scenario.steps = [.fetch(FetchStep(name: "together", entries: entries))]
        scenario.client.policy = .none
        result.steps = result.steps.filter { $0.name == "together" }
        let prediction = try #require(ScenarioPrediction(scenario))
        result.steps[0].makespan = try #require(prediction.steps[0].makespan)
        return (result, scenario)
    }

    @Test func `a run that matches its prediction gains what the changed scenario predicts`() throws {
        let (result, scenario) = try foretold()
        let changes = try #require(WhatIfStudy.changes(to: result, of: scenario))
        #expect(changes.count > 2)
        for whatIf in changes {
            let changed = try #require(WhatIfExperiment(whatIf.change, to: scenario, of: result)?.scenario)
            let after = try #require(ScenarioPrediction(changed))
            #expect(whatIf.before.makespan == result.steps[0].makespan)
            #expect(whatIf.after.makespan == after.steps.last { $0.name == "together" }?.makespan)
        }
    }

    @Test func `a run that deviates from its prediction is replayed from its exchanges`() throws {
        var (result, scenario) = try foretold()
        result.steps[0].makespan = result.steps[0].makespan * 102 / 100
        let replayed = WhatIfStudy.changes(to: result, of: nil)
        #expect(replayed != nil && WhatIfStudy.changes(to: result, of: scenario) == replayed)
        scenario.link.parameters.down.rate = .constant(1_000_000)
        result = try foretold().result
        #expect(WhatIfStudy.changes(to: result, of: scenario) == WhatIfStudy.changes(to: result, of: nil))
    }

    @Test func `names the obstacle when there is no advice`() {
        var result = SampleRun().result()
        #expect(WhatIfObstacle(result) == .tooMuch)
        result.transfers[0].clientLog = nil
        #expect(WhatIfStudy.changes(to: result, of: nil) == nil && WhatIfObstacle(result) == .brokenOff(1))
        result.link.congestion = "vegas"
        #expect(WhatIfStudy.changes(to: result, of: nil) == nil)
        #expect(WhatIfObstacle(result) == .congestion("vegas"))
        result.link.mode = .stream
        #expect(WhatIfStudy.changes(to: result, of: nil) == nil && WhatIfObstacle(result) == .streams)
    }
}
