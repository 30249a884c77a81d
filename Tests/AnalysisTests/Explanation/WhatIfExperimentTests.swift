import Analysis
import LinkModel
import Runs
import ScenarioFormat
import Scenarios
import Testing
import Wire

@Suite struct WhatIfExperimentTests {
    private let run = SampleRun()

    private func scenario(_ change: (inout Scenario) -> Void = { _ in }) -> Scenario {
        var scenario = run.scenario
        scenario.steps = [
            .fetch(
                FetchStep(
                    name: "together",
                    entries: [.init(file: "a.jpg"), .init(file: "b.jpg", at: 5_000_000)]
                )
            ),
            .link(scenario.link), .forget(.memory),
            .fetch(FetchStep(name: "warm", entries: [.init(file: "a.jpg")])),
        ]
        change(&scenario)
        return scenario
    }

    private func changed(_ change: WhatIfChange, _ scenario: Scenario) -> Scenario? {
        WhatIfExperiment(change, to: scenario, of: run.result())?.scenario
    }

    private func fetches(_ scenario: Scenario) -> [FetchStep] {
        scenario.steps.compactMap { if case .fetch(let fetch) = $0 { fetch } else { nil } }
    }

    @Test func `changes every line in the scenario`() throws {
        let lossy = scenario {
            $0.link.parameters.down.loss = .random(PacketShare(0.1))
            $0.steps[1] = .link($0.link)
        }
        for (change, isMade) in [
            (WhatIfChange.noLoss, { $0.down.lossRatio == 0 }),
            (.doubleRate, { $0.down.rateBps == 4_000_000 && $0.up.rateBps == 512_000 }),
            (.halfDelay, { $0.roundTripDelay == 5_000_000 }),
        ] as [(WhatIfChange, (LinkParameters) -> Bool)] {
            let links = try #require(changed(change, lossy)).links.map(\.parameters)
            #expect(links.count == 2 && links.allSatisfy(isMade), "\(change)")
        }
    }

    @Test func `skips a change that the scenario already has`() {
        let set = scenario {
            $0.origin.initialWindow = WhatIfChange.window
            $0.origin.http = [.http2]
            $0.expectations = []
        }
        for change in [WhatIfChange.initialWindow, .multiplexed, .noLoss, .noOutage] {
            #expect(changed(change, set) == nil, "\(change)")
        }
    }

    @Test func `one at a time runs every step in sequence, without scheduled starts`() throws {
        let fetches = fetches(try #require(changed(.oneAtATime, scenario())))
        #expect(fetches.allSatisfy { $0.start == .inTurn && $0.entries.allSatisfy { $0.at == nil } })
        #expect(fetches.map(\.name) == ["together", "warm"])
    }

    @Test func `pre-opens as many connections as each step opened`() throws {
        let made = try #require(changed(.warmConnection, scenario()))
        let fetches = fetches(made)
        let opened = run.result().transfers.count { $0.newConnection == true }
        #expect(fetches.map(\.name) == ["warm-up-together", "together", "warm"])
        #expect(fetches[0].entries.count == opened && opened > 0)
        #expect(Set(fetches[0].entries.map(\.file)).count == opened)
        let names = Set(made.hostedFiles.map(\.name))
        #expect(fetches[0].entries.allSatisfy { names.contains($0.file) })
    }

    @Test func `with TLS a session is negotiated on a connection that is then closed`() throws {
        #expect(changed(.resumedTLS, scenario()) == nil)
        let made = try #require(changed(.resumedTLS, scenario { $0.origin.encryption = OriginEncryption() }))
        #expect(made.steps[2] == .forget(.connections))
        #expect(fetches(made).map(\.name) == ["agreement", "together", "warm"])
    }

    @Test func `the cache experiment keeps fetched files in both caches and forgets nothing`() throws {
        let made = try #require(changed(.cached, scenario()))
        #expect(made.client.policy == .both && made.client.revalidate == .never)
        #expect(!made.steps.contains(.forget(.memory)))
        #expect(fetches(made).map(\.name) == ["together", "warm"])
    }

    @Test func `sets the origin's initial window or HTTP version, and drops expectations`() throws {
        #expect(changed(.initialWindow, scenario())?.origin.initialWindow == 32)
        let made = try #require(changed(.multiplexed, scenario()))
        #expect(made.origin.http == [.http2] && made.expectations.isEmpty)
    }

    /// Each trial must be a scenario that can be written and read again.
    @Test(arguments: WhatIfChange.allCases)
    func `an experiment's scenario round-trips as text`(_ change: WhatIfChange) throws {
        guard let made = changed(change, scenario { $0.origin.encryption = OriginEncryption() }) else {
            return
        }
        let text = Array(ResolvedScenario(made).text.utf8)
        let read = try ScenarioLoader.load(text: text, file: "<test>", overrides: [])
        let again = try #require(read.variants.first).scenario
        #expect(fetches(again) == fetches(made) && again.hostedFiles == made.hostedFiles)
    }

    @Test(arguments: [
        (1000, 400, 600, true), (1000, 430, 600, true), (1000, 500, 600, false), (1000, 998, 0, true),
        (1000, 1000, 0, true), (1000, 1100, 100, false),
    ])
    func `a gain holds within 5 % of the prediction or 0.5 % of the time`(
        _ before: Nanoseconds,
        _ after: Nanoseconds,
        _ told: Nanoseconds,
        _ holds: Bool
    ) {
        let trial = WhatIfTrial(
            before: WhatIf.Figures(makespan: before, sum: before),
            after: WhatIf.Figures(makespan: after, sum: after),
            predictedGain: told
        )
        #expect(trial.holds == holds && trial.gain == before - after)
    }
}
