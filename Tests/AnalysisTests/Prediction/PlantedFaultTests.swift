import LinkModel
import Runs
import Testing
import Theory
import Wire

@testable import Analysis

/// One fault at a time in a simulated download: the cause that grows most must be the fault's.
@Suite struct PlantedFaultTests {
    private static let ms: Nanoseconds = 1_000_000

    private struct Fault: CustomTestStringConvertible {
        var testDescription: String
        var cause: LedgerCause
        var plant: @Sendable (inout SimulationPlan) -> Void
    }

    private static let faults = [
        Fault(testDescription: "an origin that takes 300 ms", cause: .server) {
            $0.fetches[0].serverDelay = 300 * ms
        },
        Fault(testDescription: "losses in bursts", cause: .recovery) {
            $0.link.down.loss = .gilbertElliott(
                GilbertElliott(toBad: 0.01, toGood: 0.12)
            )
        },
        Fault(testDescription: "a tiny receive buffer", cause: .receiver) { $0.largestBuffer = 16_384 },
        Fault(testDescription: "a competing download", cause: .sharing) {
            $0.fetches.append(SimulatedFetch(bodyBytes: 400_000))
        },
        Fault(testDescription: "a handshake of two round trips", cause: .tls) { $0.security = .full12 },
        Fault(testDescription: "a name server that takes 200 ms", cause: .dns) {
            $0.fetches[0].lookup = 200 * ms
        },
        Fault(testDescription: "no connection that is free", cause: .blocked) {
            $0.fetches.insert(SimulatedFetch(bodyBytes: 400_000), at: 0)
            $0.connections = 1
        },
    ]

    private static func plan() -> SimulationPlan {
        let side = DirectionParameters(rateBps: 10_000_000, oneWayDelay: 10 * ms)
        return SimulationPlan(
            link: LinkParameters(down: side, up: side),
            seed: 2,
            fetches: [SimulatedFetch(bodyBytes: 200_000)]
        )
    }

    /// Ledger of the 200 kB transfer.
    private static func ledger(_ plan: SimulationPlan) throws -> TransferLedger {
        let outcome = LineSimulation.run(plan)
        let names = plan.fetches.indices.map { RunRecord.Simulated(place: $0, file: "a.jpg", step: "cold") }
        let ledgers = PredictedLedgers(plan, outcome, names) { _ in plan.link }
        let place = try #require(plan.fetches.firstIndex { $0.bodyBytes == 200_000 })
        let ledger = try #require(ledgers[place])
        #expect(ledger.total == outcome.transfers[place].duration)
        #expect(ledger[.unexplained] == 0 && ledger[.emulation] == 0)
        return ledger
    }

    @Test(arguments: faults)
    private func `a planted fault shows up as the cause that grows most`(_ fault: Fault) throws {
        let plain = try Self.ledger(Self.plan())
        var planted = Self.plan()
        fault.plant(&planted)
        let faulty = try Self.ledger(planted)
        let grown = LedgerCause.allCases.map { (cause: $0, by: (faulty[$0] ?? 0) - (plain[$0] ?? 0)) }
        let most = try #require(grown.max { $0.by < $1.by })
        #expect(most.cause == fault.cause, "\(grown.filter { $0.by != 0 })")
        #expect(most.by > 20 * Self.ms)
    }

    @Test func `a client that stops reading shows up as receiver time`() throws {
        func run(stalled: Bool) -> LedgerRun {
            var run = LedgerRun()
            let again: Int64 = stalled ? 330_400 : 30_400
            run.open(
                4001,
                packets: 20,
                written: (15_400, 15_500),
                lastByte: again + 20_020,
                end: again + 20_100,
                window: 9600
            )
            for place in 0..<10 {
                run.down(4001, place, arrival: 15_400, service: 15_400 + Int64(place) * 1000)
            }
            // It reads nothing, so there is no room until it continues.
            if stalled {
                run.up(4001, at: 30_400, sequence: 101, acknowledging: 1 + 10 * 960, window: 0)
            }
            run.up(4001, at: again, sequence: 101, acknowledging: 1 + 10 * 960)
            for place in 10..<20 {
                run.down(4001, place, arrival: again + 5020, service: again + 5020 + Int64(place - 10) * 1000)
            }
            return run
        }
        let (plain, stalled) = (run(stalled: false).rows(), run(stalled: true).rows())
        let grown = stalled.map { (cause: $0.key, by: $0.value - (plain[$0.key] ?? 0)) }
        let most = try #require(grown.max { $0.by < $1.by })
        #expect(most.cause == .receiver && most.by == 300_000, "\(grown)")
    }
}
