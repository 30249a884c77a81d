import LinkModel
import Logs
import Runs
import Scenarios
import Testing
import Theory
import Wire

@testable import Analysis

/// The origin writes everything at once. Its log ends later, because the kernel takes the last bytes only
/// when there is room: that time, in which the window limits the sender, must not count as the origin's.
@Suite struct BlamelessOriginTests {
    private static let ms: Nanoseconds = 1_000_000

    private struct Line: CustomTestStringConvertible {
        var testDescription: String
        var rate: Int64
        var delay: Nanoseconds
        var loss: Double
        var congestion = CongestionAlgorithm.cubic
    }

    private static let lines = [
        Line(testDescription: "3G", rate: 1_600_000, delay: 150 * ms, loss: 0.01),
        // Acknowledgements that wait 40 ms for a second packet, and a sender that holds a segment back
        // meanwhile.
        Line(testDescription: "LTE", rate: 50_000_000, delay: 58 * ms, loss: 0.005),
        Line(testDescription: "DSL and Reno", rate: 2_000_000, delay: 5 * ms, loss: 0.02, congestion: .reno),
    ]

    @Test(arguments: lines)
    private func `window recovery after a loss is not attributed to the origin`(_ line: Line) throws {
        for seed in UInt64(0)..<24 {
            var down = DirectionParameters(rateBps: line.rate, oneWayDelay: line.delay)
            down.loss = .random(PacketShare(line.loss))
            let up = DirectionParameters(rateBps: line.rate, oneWayDelay: line.delay)
            var plan = SimulationPlan(
                link: LinkParameters(down: down, up: up),
                seed: seed,
                fetches: [SimulatedFetch(bodyBytes: 200_000), SimulatedFetch(bodyBytes: 1_000_000)]
            )
            plan.congestion = line.congestion
            let names = [0, 1].map { RunRecord.Simulated(place: $0, file: "\($0).jpg", step: "cold") }
            var record = RunRecord(plan, LineSimulation.run(plan), names)
            for (place, transfer) in record.transfers.enumerated() {
                record.originLog[place].responseLastByte = try #require(transfer.exchange).responseLastByte
            }
            let book = LedgerBuilder(record) { _ in plan.link }
            for place in record.transfers.indices {
                let ledger = book.ledger(of: place)
                // A host's processing time, from an acknowledgement to the next packet, is below this.
                #expect(try #require(ledger[.server]) < Self.ms, "seed \(seed), transfer \(place)")
                #expect(ledger[.unexplained] == 0, "seed \(seed), transfer \(place)")
            }
        }
    }
}
