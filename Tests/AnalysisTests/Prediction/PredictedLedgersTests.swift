import Analysis
import LinkModel
import Runs
import Scenarios
import Testing
import Theory
import Wire

@Suite struct PredictedLedgersTests {
    private func scenario(_ change: (inout Scenario) -> Void = { _ in }) -> Scenario {
        var scenario = SampleRun().scenario
        scenario.client.policy = .none
        scenario.steps = [
            .fetch(
                FetchStep(name: "cold", entries: ["a.jpg", "b.jpg"].map { FetchStep.Entry(file: $0) })
            )
        ]
        change(&scenario)
        return scenario
    }

    @Test func `rows add up to the simulated time, with nothing unexplained`() throws {
        let prediction = try #require(ScenarioPrediction(scenario(), log: .whole))
        let ledgers = PredictedLedgers(prediction)
        for transfer in prediction.steps[0].transfers {
            let ledger = try #require(ledgers.ledger(of: transfer))
            let place = try #require(transfer.place)
            #expect(ledger.total == prediction.outcome.transfers[place].duration)
            #expect(ledger[.payload] == transfer.article && !ledger.isEstimated)
            #expect(ledger[.unexplained] == 0 && ledger[.emulation] == 0)
            #expect(ledger[.sharing] ?? 0 > 0)
            #expect(ledger.waitedFor.map(\.transfer) == [1 - place])
        }
        let step = try #require(ledgers.ledger(of: prediction.steps[0]))
        #expect(step.total == prediction.outcome.transfers.reduce(0) { $0 + ($1.duration ?? 0) })
    }

    @Test func `there is no ledger without a log or a known response time`() throws {
        let unlogged = try #require(ScenarioPrediction(scenario()))
        #expect(PredictedLedgers(unlogged).ledger(of: unlogged.steps[0].transfers[0]) == nil)
        let drawn = scenario { $0.origin.behaviour.delay = .value(.uniform(from: 0, to: 9_000_000)) }
        let untold = try #require(ScenarioPrediction(drawn, log: .whole))
        #expect(PredictedLedgers(untold).ledger(of: untold.steps[0].transfers[0]) == nil)
        #expect(PredictedLedgers(untold).ledger(of: untold.steps[0]) == nil)
    }

    @Test func `on any lossy line every row is known and non-negative`() throws {
        for seed in 1...20 as ClosedRange<UInt64> {
            let lossy = scenario {
                $0.seed = seed
                $0.link.parameters.down.loss = .random(PacketShare(0.03))
                $0.link.parameters.up.loss = .random(PacketShare(0.03))
                $0.origin.encryption = seed % 2 == 0 ? OriginEncryption() : nil
            }
            let prediction = try #require(ScenarioPrediction(lossy, log: .whole))
            let ledgers = PredictedLedgers(prediction)
            for transfer in prediction.steps[0].transfers {
                let ledger = try #require(ledgers.ledger(of: transfer))
                #expect(LedgerCause.allCases.allSatisfy { ledger[$0] ?? -1 >= 0 })
                #expect(ledger.total == transfer.place.flatMap { prediction.outcome.transfers[$0].duration })
                #expect((ledger[.unexplained] ?? 1) <= max(200_000, ledger.total / 1000), "seed \(seed)")
            }
        }
    }
}
