import LinkModel
import Runs
import Testing
import Theory
import Wire

@testable import Analysis

/// Causes are proved by changing one thing in random scenarios: what is taken away must go from the ledgers, and what is
/// added must come to its own row alone.
@Suite(.timeLimit(.minutes(3))) struct CausesByChangeTests {
    private static let seeds = (0..<500).map { UInt64($0) }
    /// The seeds in groups, so that few tests share the processors.
    private static let groups = stride(from: 0, to: 500, by: 100).map { Array(seeds[$0..<$0 + 100]) }

    private func row(_ cause: LedgerCause, of ledgers: [TransferLedger]) -> Nanoseconds {
        ledgers.reduce(0) { $0 + ($1[cause] ?? 0) }
    }

    @Test(arguments: groups)
    func `every nanosecond has a cause`(_ seeds: [UInt64]) {
        for seed in seeds {
            for (place, ledger) in RandomPlan(seed).ledgers().enumerated() {
                #expect(ledger[.unexplained] == 0, "seed \(seed), transfer \(place)")
                #expect(ledger[.emulation] == 0, "seed \(seed), transfer \(place)")
            }
        }
    }

    @Test(arguments: groups)
    func `a longer response delay adds only to the server time of that file`(_ seeds: [UInt64]) {
        for seed in seeds {
            var random = RandomPlan(seed)
            let before = random.ledgers()
            guard !before.isEmpty else { continue }
            let delay = 37 * RandomPlan.ms
            let late = Int(seed) % before.count
            random.plan.fetches[late].serverDelay += delay
            let after = random.ledgers()
            guard after.count == before.count else { continue }
            for place in before.indices {
                let grown = (after[place][.server] ?? 0) - (before[place][.server] ?? 0)
                let expected = place == late ? delay : 0
                #expect(abs(grown - expected) <= 1000, "seed \(seed), transfer \(place) of \(late)")
            }
        }
    }

    @Test(arguments: groups)
    func `an unlimited rate leaves no time for payload, overhead, retransmission or sharing`(
        _ seeds: [UInt64]
    ) {
        for seed in seeds {
            var random = RandomPlan(seed)
            random.plan.link.down.rate = .unlimited
            random.plan.link.up.rate = .unlimited
            let ledgers = random.ledgers()
            for cause in [LedgerCause.payload, .overhead, .retransmit, .sharing] {
                #expect(row(cause, of: ledgers) == 0, "seed \(seed), \(cause)")
            }
        }
    }

    @Test(arguments: groups)
    func `with a connection for each transfer, nothing waits for a free one`(_ seeds: [UInt64]) {
        for seed in seeds {
            var random = RandomPlan(seed)
            random.plan.connections = random.plan.fetches.count
            #expect(row(.blocked, of: random.ledgers()) == 0, "seed \(seed)")
        }
    }

    @Test(arguments: groups)
    func
        `without losses only spurious retransmissions cause recovery, and without outages there is no outage time`(
            _ seeds: [UInt64]
        )
    {
        // A queue that fills fast looks like a loss to a sender's timer, which then repeats what has arrived and slows down.
        var needless = 0
        for seed in seeds {
            var random = RandomPlan(seed)
            random.plan.link.down.outages = nil
            random.plan.link.up.outages = nil
            #expect(row(.outage, of: random.ledgers()) == 0, "seed \(seed)")
            for direction in LinkDirection.allCases {
                random.plan.link[direction].loss = .none
                random.plan.link[direction].queue = .packets(1_000_000)
            }
            guard row(.recovery, of: random.ledgers()) > 0 else { continue }
            #expect(LineSimulation.run(random.plan).retransmissions > 0, "seed \(seed)")
            needless += 1
        }
        #expect(needless <= 1, "of \(seeds.count)")
    }

    /// With HTTP/2 one connection serves all: opened before, it keeps nobody waiting.
    @Test(arguments: groups)
    func `an already open connection costs no set-up`(_ seeds: [UInt64]) {
        for seed in seeds {
            var random = RandomPlan(seed)
            random.plan.multiplexing = SimulatedMultiplexing()
            let first = SimulatedFetch(start: .zero, bodyBytes: 1)
            random.plan.fetches =
                [first]
                + random.plan.fetches.map { fetch in
                    var later = fetch
                    later.start = fetch.start.map { $0 + 30_000 * RandomPlan.ms }
                    return later
                }
            let later = Array(random.ledgers().dropFirst())
            for cause in [LedgerCause.dns, .connect, .tls, .blocked] {
                #expect(row(cause, of: later) == 0, "seed \(seed), \(cause)")
            }
        }
    }
}
