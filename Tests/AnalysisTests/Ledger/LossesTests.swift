import LinkModel
import Runs
import Scenarios
import Testing
import Theory
import Wire

@testable import Analysis

/// Whose packets were lost, and why, where a transfer waited for their repair.
@Suite(.timeLimit(.minutes(3))) struct LossesTests {
    private static let groups = stride(from: 0, to: 200, by: 50).map { start in
        (start..<start + 50).map { UInt64($0) }
    }

    @Test(arguments: [
        (LinkFate.policed, LossKind.policer), (.lost, .random), (.queueFull, .queueFull),
        (.congestion, .congestion), (.outage, .outage),
    ])
    func `counts all packets lost together, and their recovery time once`(
        _ fate: LinkFate,
        _ kind: LossKind
    ) {
        var run = LedgerRun()
        run.open(4001, packets: 5, written: (15_400, 15_400), lastByte: 247_400, end: 247_500)
        run.down(4001, 0, arrival: 15_400)
        for place in 1..<5 { run.down(4001, place, arrival: 15_400, service: 16_400, fate: fate) }
        for place in 1..<5 {
            run.down(4001, place, arrival: 238_400, service: 238_400 + Int64(place - 1) * 1000)
        }
        let ledger = run.ledger()
        #expect(
            ledger.losses == [
                .init(
                    transfer: 0,
                    direction: .down,
                    kind: kind,
                    packets: 4,
                    first: LedgerRun.at(16_400),
                    last: LedgerRun.at(16_400),
                    time: ledger[.recovery] ?? 0
                )
            ]
        )
        #expect(run.rows()[.recovery] == 238_400 - 16_400)
    }

    @Test(arguments: groups)
    func `the losses add up to the recovery time`(_ seeds: [UInt64]) {
        for seed in seeds {
            for (place, ledger) in RandomPlan(seed).ledgers().enumerated() {
                let told = ledger.losses.reduce(0) { $0 + $1.time }
                #expect(told == ledger[.recovery], "seed \(seed), transfer \(place): \(ledger.losses)")
                #expect(ledger.losses.allSatisfy { $0.packets > 0 && $0.time > 0 }, "seed \(seed)")
            }
        }
    }

    @Test(arguments: groups)
    func `attributes losses only to what the line does`(_ seeds: [UInt64]) {
        for seed in seeds {
            var random = RandomPlan(seed)
            var kinds: [LossKind: LinkDirection?] = [:]
            for direction in LinkDirection.allCases {
                let side = random.plan.link[direction]
                if side.lossRatio > 0 { kinds[.random] = direction }
                if side.outages != nil { kinds[.outage] = direction }
                random.plan.link[direction].policer = Policer(rateBps: 2_000_000, burst: 9000)
            }
            let seen = Set(random.ledgers().flatMap(\.losses).compactMap(\.kind))
            let known = Set(kinds.keys).union([.policer, .queueFull])
            #expect(seen.isSubset(of: known), "seed \(seed): \(seen) of \(known)")
        }
    }

    @Test func `names the owner when a lost packet of one stream delays another`() throws {
        var plan = SimulationPlan(
            link: LinkParameters(
                down: DirectionParameters(rateBps: 8_000_000, oneWayDelay: 40_000_000),
                up: DirectionParameters(rateBps: 8_000_000, oneWayDelay: 40_000_000)
            ),
            seed: 5,
            congestion: .cubic,
            fetches: (0..<6).map { _ in SimulatedFetch(start: .zero, bodyBytes: 60_000) }
        )
        plan.multiplexing = SimulatedMultiplexing()
        plan.horizon = Instant(nanoseconds: 600_000_000_000)
        var random = RandomPlan(0)
        random.plan = plan
        #expect(random.ledgers().allSatisfy { $0.losses.isEmpty })
        random.plan.link.down.loss = .random(PacketShare(0.02))
        let ledgers = random.ledgers()
        let others = ledgers.enumerated().flatMap { place, ledger in
            ledger.losses.filter { $0.transfer != place }
        }
        #expect(!others.isEmpty && others.allSatisfy { $0.kind == .random && $0.direction == .down })
        #expect(others.allSatisfy { $0.transfer.map(ledgers.indices.contains) ?? false }, "\(others)")
    }
}
