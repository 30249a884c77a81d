import Analysis
import LinkModel
import Logs
import Runs
import Scenarios
import Testing
import Theory
import Wire

@testable import Analysis

/// A random scenario to simulate: line, protocols, files and their starts, all from a seed.
struct RandomPlan: CustomTestStringConvertible {
    static let ms: Nanoseconds = 1_000_000

    let seed: UInt64
    var plan: SimulationPlan

    var testDescription: String { "seed \(seed)" }

    init(_ seed: UInt64) {
        self.seed = seed
        var draws = Draws(seed: seed)
        var down = DirectionParameters(
            rateBps: Self.scaled(&draws, 100_000, 50_000_000),
            oneWayDelay: Self.scaled(&draws, Self.ms, 200 * Self.ms)
        )
        var up = DirectionParameters(
            rateBps: Self.scaled(&draws, 64_000, 10_000_000),
            oneWayDelay: Self.scaled(&draws, Self.ms, 200 * Self.ms)
        )
        if draws.next() % 3 == 0 {
            down.loss = .random(PacketShare(Double(draws.next() % 40) / 1000))
            up.loss = .random(PacketShare(Double(draws.next() % 20) / 1000))
        }
        if draws.next() % 3 == 0 { down.queue = .packets(20 + Int(draws.next() % 200)) }
        if draws.next() % 4 == 0 {
            let outages = Outages(
                pattern: .listed([
                    .init(
                        start: Nanoseconds(draws.next() % 1000) * Self.ms,
                        length: Nanoseconds(1 + draws.next() % 1500) * Self.ms
                    )
                ]),
                packets: draws.next() % 2 == 0 ? .lost : .held
            )
            if draws.next() % 3 > 0 { down.outages = outages }
            if draws.next() % 3 > 0 { up.outages = outages }
        }
        let most = min(200_000, Int64(10 * (down.rateBps ?? 0) / 8))
        let isTogether = draws.next() % 2 == 0
        let fetches = (0..<1 + draws.next() % 5).map { number in
            let size = Int(Self.scaled(&draws, 1000, max(2000, most)))
            let start = isTogether ? 0 : Nanoseconds(number) * Nanoseconds(draws.next() % 300) * Self.ms
            let delay = draws.next() % 2 == 0 ? 0 : Nanoseconds(draws.next() % 50) * Self.ms
            return SimulatedFetch(start: .zero + start, bodyBytes: size, serverDelay: delay)
        }
        plan = SimulationPlan(
            link: LinkParameters(down: down, up: up),
            seed: seed,
            congestion: draws.next() % 2 == 0 ? .cubic : .reno,
            fetches: fetches.sorted { ($0.start ?? .zero) < ($1.start ?? .zero) }
        )
        plan.connections = 1 + Int(draws.next() % 6)
        if draws.next() % 2 == 0 { plan.security = .full13 }
        if draws.next() % 2 == 0 { plan.multiplexing = SimulatedMultiplexing() }
        plan.horizon = Instant(nanoseconds: 600_000 * Self.ms)
    }

    /// Of all magnitudes between two bounds alike.
    private static func scaled(_ draws: inout Draws, _ low: Int64, _ high: Int64) -> Int64 {
        var value = Double(low)
        let steps = 64
        // The 64th root of the ratio by halving keeps clear of the system's logarithms.
        let root = (0..<6).reduce(Double(high) / Double(low)) { ratio, _ in ratio.squareRoot() }
        for _ in 0..<draws.next() % UInt64(steps + 1) { value *= root }
        return Int64(value)
    }

    /// The ledgers of all transfers, which are all that the simulation ended.
    func ledgers() -> [TransferLedger] {
        let names = plan.fetches.indices.map {
            RunRecord.Simulated(place: $0, file: "\($0).jpg", step: "cold")
        }
        let record = RunRecord(plan, LineSimulation.run(plan), names)
        guard record.transfers.count == plan.fetches.count else { return [] }
        let book = LedgerBuilder(record) { _ in plan.link }
        return record.transfers.indices.map { place in
            let ledger = book.ledger(of: place)
            let transfer = record.transfers[place]
            #expect(ledger.total == transfer.end - transfer.start, "seed \(seed), transfer \(place)")
            return ledger
        }
    }
}
