import LinkModel
import ScenarioFormat
import Scenarios
import Testing

@Suite struct LinkDecoderTests {
    private func link(_ text: String) throws -> LinkParameters {
        let scenario = BrokenScenario.scenario(link: "link: { \(text) }")
        return try ScenarioLoader.load(text: Array(scenario.utf8), file: "x.yaml").variants[0].scenario.link
            .parameters
    }

    private func down(_ text: String) throws -> DirectionParameters {
        try link("down: { oneWayDelay: 20 ms, \(text) }").down
    }

    @Test func `a rate can follow a schedule`() throws {
        typealias Piece = RateSchedule.Piece
        let pieces = "{ rate: 2 Mbit/s, for: 10 s }, { rate: 0 bit/s, for: 1 s }"
        let whole = [
            Piece(rateBps: 2_000_000, length: 10_000_000_000), Piece(rateBps: 0, length: 1_000_000_000),
        ]
        #expect(
            try down("rate: { schedule: [ \(pieces) ], loop: true }").rate
                == .schedule(RateSchedule(pieces: whole, repeats: true))
        )
        #expect(
            try down("rate: { schedule: [ \(pieces) ] }").rate
                == .schedule(RateSchedule(pieces: whole, repeats: false))
        )
        let open = try down("rate: { schedule: [ { rate: 1 MB/s, for: 3 s }, { rate: 1 kB/s } ] }").rate
        #expect(
            open
                == .schedule(
                    RateSchedule(
                        pieces: [
                            Piece(rateBps: 8_000_000, length: 3_000_000_000),
                            Piece(rateBps: 8000, length: 1_000_000_000),
                        ],
                        repeats: false
                    )
                )
        )
    }

    @Test func `jitter has an amount, and optionally a distribution and a correlation`() throws {
        #expect(try down("jitter: 2 ms").jitter == Jitter(amount: 2_000_000))
        #expect(
            try down("jitter: { amount: 5 ms, distribution: normal, correlation: 25 % }").jitter
                == Jitter(distribution: .normal, amount: 5_000_000, correlation: 0.25)
        )
        #expect(try down("jitter: 0 ms").jitter == nil)
        #expect(try down("jitter: 20 ms").jitter?.reach == 20_000_000)
    }

    @Test func `loss is random, Gilbert-Elliott or four-state`() throws {
        #expect(try down("loss: 1 %").loss == .random(PacketShare(0.01)))
        #expect(
            try down("loss: { random: 1 %, correlation: 25 % }").loss
                == .random(PacketShare(0.01, correlation: 0.25))
        )
        #expect(
            try down("loss: { gilbertElliott: { toBad: 1 %, toGood: 10 % } }").loss
                == .gilbertElliott(GilbertElliott(toBad: 0.01, toGood: 0.1))
        )
        #expect(
            try down("loss: { gilbertElliott: { toBad: 1 %, toGood: 0 %, lossInBad: 99 % } }").lossRatio
                == 0.99
        )
        #expect(
            try down("loss: { fourState: { p13: 1 %, p31: 20 %, p32: 5 %, p23: 30 %, p14: 0.1 % } }").loss
                == .fourState(FourStateLoss(p13: 0.01, p31: 0.2, p32: 0.05, p23: 0.3, p14: 0.001))
        )
        // Defaults: a burst ends and nothing else happens.
        #expect(
            try down("loss: { fourState: { p13: 1 %, p32: 75 % } }").loss
                == .fourState(FourStateLoss(p13: 0.01, p31: 0.25, p32: 0.75))
        )
    }

    @Test func `packets are duplicated, corrupted and reordered by share`() throws {
        #expect(try down("duplicate: 1 %").duplication == PacketShare(0.01))
        #expect(
            try down("corrupt: { share: 0.1 %, correlation: 25 % }").corruption
                == PacketShare(0.001, correlation: 0.25)
        )
        #expect(try down("reorder: 25 %").reordering == Reordering(share: PacketShare(0.25)))
        #expect(
            try down("reorder: { share: 25 %, correlation: 50 %, gap: 5 }").reordering
                == Reordering(share: PacketShare(0.25, correlation: 0.5), gap: 5)
        )
        #expect(try down("reorder: 0 %").reordering == nil)
        #expect(try down("duplicate: { share: 0 %, correlation: 25 % }").duplication == PacketShare(0))
    }

    @Test func `outages are periodic, listed or random`() throws {
        let second = Int64(1_000_000_000)
        #expect(
            try down("outages: { every: 10 s, for: 1 s }").outages
                == Outages(pattern: .every(10 * second, length: second))
        )
        #expect(
            try down("outages: { list: [ { at: 0 s, for: 500 ms }, { at: 3 s, for: 1 s } ], packets: held }")
                .outages
                == Outages(
                    pattern: .listed([
                        .init(start: 0, length: second / 2), .init(start: 3 * second, length: second),
                    ]),
                    packets: .held
                )
        )
        #expect(
            try down("outages: { meanUp: 10 s, meanDown: 1 s }").outages
                == Outages(pattern: .random(meanUp: 10 * second, meanDown: second))
        )
        #expect(try down("outages: none").outages == nil)
        #expect(
            try down("police: { rate: 1 Mbit/s, burst: 32 KiB }").policer
                == Policer(rateBps: 1_000_000, burst: 32_768)
        )
        #expect(try down("police: none").policer == nil)
    }

    @Test func `a queue has a limit and a discipline with its settings`() throws {
        let plain = try down("queue: 64 KiB")
        #expect((plain.queue, plain.discipline) == (.bytes(65_536), .dropTail))
        let head = try down("queue: { limit: 100 packets, discipline: drop-head }")
        #expect((head.queue, head.discipline) == (.packets(100), .dropHead))
        let codel = try down("queue: { discipline: codel, target: 10 ms, ecn: true }")
        #expect(codel.queue == .packets(1000))
        #expect(codel.discipline == .codel(ControlledDelay(target: 10_000_000, marksECN: true)))
        #expect(try down("queue: { discipline: pie }").discipline == .pie(ProportionalIntegral()))
        #expect(
            try down("queue: { discipline: pie, target: 5 ms, interval: 5 ms, ecn: true }").discipline
                == .pie(ProportionalIntegral(target: 5_000_000, updateInterval: 5_000_000, marksECN: true))
        )
        #expect(try down("queue: { discipline: fq, ecn: false }").discipline == .fair(codel: nil))
        #expect(try down("queue: { discipline: fq-codel }").discipline == .fair(codel: ControlledDelay()))
    }

    @Test func `link-layer framing and DNS delay belong to the whole line`() throws {
        let line = try link("profile: dsl, linkLayer: { overhead: 18 B, cell: atm }, dnsDelay: 3 s")
        #expect(line.framing == LinkFraming(overhead: 18, isATM: true))
        #expect(line.dnsDelay == 3_000_000_000)
        #expect(try link("rtt: 1 ms, linkLayer: { overhead: 0 B }").framing == .none)
    }

    @Test(arguments: [
        ("link.down.jitter=2ms", "jitter: 2 ms"),
        ("link.down.loss.gilbertElliott.toBad=1%", "loss: { gilbertElliott: { toBad: 1 %, toGood: 10 % } }"),
        ("link.down.queue.discipline=fq-codel", "queue: { limit: 50 packets, discipline: fq-codel }"),
        ("link.down.rate.loop=true", "rate: { schedule: [ { rate: 1 MB/s, for: 1 s } ], loop: true }"),
        ("link.down.outages={ every: 5 s, for: 1 s }", "outages: { every: 5 s, for: 1 s }"),
        ("link.down.outages=none", "outages: none"),
        ("link.down.reorder={ share: 5 %, gap: 3 }", "reorder: { share: 5 %, gap: 3 }"),
        ("link.linkLayer.cell=atm", "rate: 1 MB/s }, linkLayer: { cell: atm, overhead: 8 B"),
    ])
    func `an override can change any part of a line`(_ flag: String, _ same: String) throws {
        let base = [
            "jitter": "1 ms", "loss": "{ gilbertElliott: { toBad: 5 %, toGood: 10 % } }",
            "queue": "{ limit: 50 packets }", "rate": "{ schedule: [ { rate: 1 MB/s, for: 1 s } ] }",
            "outages": "{ every: 9 s, for: 2 s }",
        ]
        let key = String(same.prefix { $0 != ":" })
        let old = flag.hasPrefix("link.linkLayer") ? "rate: 1 MB/s }, linkLayer: { overhead: 8 B" : nil
        let text = old ?? base[key].map { "\(key): \($0)" } ?? "rate: unlimited"
        func load(_ text: String, _ overrides: [ScenarioOverride]) throws -> LinkParameters {
            let scenario = BrokenScenario.scenario(link: "link: { down: { oneWayDelay: 5 ms, \(text) } }")
            return try ScenarioLoader.load(text: Array(scenario.utf8), file: "x.yaml", overrides: overrides)
                .variants[0].scenario.link.parameters
        }
        #expect(try load(text, [.set(flag)]) == load(same, []))
    }

    @Test func `a matrix can vary profiles and queue disciplines`() throws {
        let text = BrokenScenario.scenario(
            link: "link: { profile: dsl, down: { jitter: 1 ms } }",
            rest:
                "matrix: { link.profile: [dsl, 3g], link.down.queue.discipline: [drop-tail, codel, pie, fq-codel] }"
        )
        let variants = try ScenarioLoader.load(text: Array(text.utf8), file: "x.yaml").variants
        #expect(variants.count == 8)
        #expect(
            variants.map(\.scenario.link.parameters.down.discipline.name)
                == [.dropTail, .codel, .pie, .fqCodel, .dropTail, .codel, .pie, .fqCodel]
        )
        #expect(variants.allSatisfy { $0.scenario.link.parameters.down.jitter?.amount == 1_000_000 })
        #expect(variants.last?.scenario.link.profile == "nlc/3g")
    }
}
