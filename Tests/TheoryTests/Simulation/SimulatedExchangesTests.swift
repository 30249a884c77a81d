import LinkModel
import Testing
import Theory
import Wire

@Suite struct SimulatedExchangesTests {
    private static let ms: Nanoseconds = 1_000_000

    private func plan(_ fetches: [SimulatedFetch], connections: Int = 6) -> SimulationPlan {
        let side = DirectionParameters(rateBps: nil, oneWayDelay: 10 * Self.ms)
        var plan = SimulationPlan(link: LinkParameters(down: side, up: side), fetches: fetches)
        plan.connections = connections
        return plan
    }

    private func ends(_ plan: SimulationPlan) -> [Nanoseconds?] {
        LineSimulation.run(plan).transfers.map { $0.responseLastByte.map { $0.nanoseconds / Self.ms } }
    }

    @Test func `with all connections busy a transfer waits for the first free one`() {
        let plan = plan(Array(repeating: SimulatedFetch(bodyBytes: 1000), count: 5), connections: 2)
        #expect(ends(plan) == [40, 40, 60, 60, 80])
        let transfers = LineSimulation.run(plan).transfers
        #expect(transfers.map(\.isNewConnection) == [true, true, false, false, false])
        #expect(transfers.map(\.flow) == [1, 2, 1, 2, 1] && transfers.map(\.order) == [0, 0, 1, 1, 2])
        #expect(transfers[4].start == .zero && transfers[4].begin == Instant(nanoseconds: 60 * Self.ms))
        #expect(transfers[4].duration == 80 * Self.ms && transfers[4].exchange == 20 * Self.ms)
    }

    @Test func `sequential transfers start when the previous one ends`() {
        let fetch = SimulatedFetch(start: nil, bodyBytes: 1000)
        #expect(ends(plan([fetch, fetch, fetch])) == [40, 60, 80])
    }

    @Test func `each host has its own connections`() {
        var fetches = Array(repeating: SimulatedFetch(bodyBytes: 1000), count: 2)
        fetches[1].host = 1
        #expect(ends(plan(fetches, connections: 1)) == [40, 40])
    }

    @Test func `the server's delay and the name lookup add up`() {
        #expect(
            ends(plan([SimulatedFetch(bodyBytes: 10, serverDelay: 7 * Self.ms, lookup: 5 * Self.ms)])) == [52]
        )
    }

    private static let handshakes: [(SimulatedSecurity, Int64)] = [
        (.full13, 60), (.resumed13, 60), (.full12, 80), (.resumed12, 60),
    ]

    @Test(arguments: handshakes)
    func `a TLS handshake takes one round trip more, or two with TLS 1.2 in full`(
        _ security: SimulatedSecurity,
        _ end: Int64
    ) {
        var plan = plan([SimulatedFetch(bodyBytes: 1000)])
        plan.security = security
        #expect(ends(plan) == [end])
        #expect(LineSimulation.run(plan).transfers[0].secured == Instant(nanoseconds: (end - 20) * Self.ms))
    }

    @Test func `streams share one connection and do not wait`() {
        var plan = plan(Array(repeating: SimulatedFetch(bodyBytes: 1000), count: 8), connections: 2)
        plan.multiplexing = SimulatedMultiplexing()
        let transfers = LineSimulation.run(plan).transfers
        #expect(Set(transfers.map(\.flow)) == [1])
        #expect(transfers.allSatisfy { $0.responseLastByte == Instant(nanoseconds: 40 * Self.ms) })
    }

    @Test func `streams interleave on a slow link and end together`() throws {
        var plan = plan([SimulatedFetch(bodyBytes: 250_000), SimulatedFetch(bodyBytes: 250_000)])
        plan.link.down.rate = .constant(10_000_000)
        let apart = LineSimulation.run(plan).transfers
        plan.multiplexing = SimulatedMultiplexing()
        let streams = LineSimulation.run(plan).transfers
        let ends = try streams.map { try #require($0.responseLastByte).nanoseconds }
        // Half a megabyte takes 0.4 s; the second is behind by the kernel's share of the first before it was
        // requested.
        #expect(ends[0] < ends[1] && ends[1] - ends[0] < 120 * Self.ms)
        #expect(ends[1] > 400 * Self.ms && ends[1] < 480 * Self.ms)
        #expect(streams.map(\.isNewConnection) == [true, false] && apart.allSatisfy(\.isNewConnection))
        let simulation = try #require(ExchangeSimulation(onConnection(plan)))
        let alone = try #require(simulation.alone(1))
        #expect(alone < (simulation.shared(1) ?? 0) - 100 * Self.ms && alone > 200 * Self.ms)
    }

    /// All exchanges on the first connection.
    private func onConnection(_ plan: SimulationPlan) -> SimulationPlan {
        var plan = plan
        for place in plan.fetches.indices { plan.fetches[place].way = .connection(1) }
        return plan
    }

    @Test func `a TLS session is resumed on a new connection unless the plan says otherwise`() {
        var plan = plan([SimulatedFetch(bodyBytes: 1000), SimulatedFetch(bodyBytes: 1000)])
        plan.stages = [SimulatedStage(fetches: 1), SimulatedStage(fetches: 1)]
        plan.stages[1].forgetsConnections = true
        plan.security = .full12
        #expect(ends(plan) == [80, 160])
        plan.resumption = .resumed12
        #expect(ends(plan) == [80, 140])
        plan.fetches[1].resumes = false
        #expect(ends(plan) == [80, 160])
    }

    @Test func `single-use sessions alternate between full and resumed handshakes`() {
        var plan = plan(Array(repeating: SimulatedFetch(bodyBytes: 1000), count: 4))
        plan.stages = Array(repeating: SimulatedStage(fetches: 1), count: 4)
        for place in 1..<4 { plan.stages[place].forgetsConnections = true }
        (plan.security, plan.resumption) = (.full12, .resumed12)
        #expect(ends(plan) == [80, 140, 200, 260])
        plan.resumesOnce = true
        #expect(ends(plan) == [80, 140, 220, 280])
    }

    @Test func `the timer wheel's position affects only timers`() {
        var plan = plan([SimulatedFetch(bodyBytes: 100_000), SimulatedFetch(bodyBytes: 1000)])
        let before = LineSimulation.run(plan)
        plan.wheel = SimulationPlan.wheel(afterBoot: 1_234_567)
        #expect(LineSimulation.run(plan) == before)
        plan.link.down.loss = .random(PacketShare(0.1))
        let early = LineSimulation.run(plan)
        plan.wheel += SimulationPlan.tick / 2
        let late = LineSimulation.run(plan)
        #expect(early.stageStarts == [.zero] && late.stageStarts == [.zero])
        #expect(early != late)
    }

    @Test func `10,000 concurrent transfers finish`() {
        var plan = plan(Array(repeating: SimulatedFetch(bodyBytes: 14_480), count: 10_000))
        plan.connections = 10_000
        plan.keepsLog = false
        plan.link.down.rate = .constant(1_000_000_000)
        plan.link.down.queue = .packets(200_000)
        let outcome = LineSimulation.run(plan)
        #expect(outcome.transfers.allSatisfy { $0.responseLastByte != nil })
        #expect(outcome.linkLog.isEmpty && outcome.packets > 110_000)
        #expect(Set(outcome.transfers.map(\.flow)).count == 10_000)
    }

    @Test func `stages follow one another with their pauses, links and new connections`() {
        var plan = plan(Array(repeating: SimulatedFetch(bodyBytes: 1000), count: 3))
        var second = SimulatedStage(fetches: 1)
        second.pause = 5 * Self.ms
        var third = SimulatedStage(fetches: 1)
        third.forgetsConnections = true
        let slow = DirectionParameters(rateBps: nil, oneWayDelay: 50 * Self.ms)
        third.link = LinkParameters(down: slow, up: slow)
        plan.stages = [SimulatedStage(fetches: 1), second, third]
        let outcome = LineSimulation.run(plan)
        #expect(ends(plan) == [40, 65, 265])
        #expect(outcome.stageStarts.map { $0.nanoseconds / Self.ms } == [0, 45, 65])
        #expect(outcome.transfers.map(\.flow) == [1, 1, 2])
    }

    @Test func `an idle connection restarts with a smaller congestion window`() {
        let large = 300 * 1448
        var late = SimulatedFetch(start: Instant(nanoseconds: 1000 * Self.ms), bodyBytes: large)
        let soon = plan([SimulatedFetch(bodyBytes: large), SimulatedFetch(start: nil, bodyBytes: large)])
        let warm = LineSimulation.run(soon).transfers[1].exchange ?? 0
        late.way = .pool
        let cold =
            LineSimulation.run(plan([SimulatedFetch(bodyBytes: large), late])).transfers[1].exchange ?? 0
        // 300 segments at once, or over windows that grow from 75, the rest of 300 after two timeouts.
        #expect(warm == 20 * Self.ms && cold > 20 * Self.ms)
    }

    @Test func `the time alone uses the connection's state`() throws {
        let body = 60 * 1448
        let fetches = [
            SimulatedFetch(way: .connection(1), bodyBytes: body),
            SimulatedFetch(way: .connection(2), bodyBytes: body),
            SimulatedFetch(start: Instant(nanoseconds: 150 * Self.ms), way: .connection(2), bodyBytes: body),
        ]
        let simulation = try #require(ExchangeSimulation(plan(fetches)))
        // Connection, request with 10 segments, 20, 31: four round trips. With the previous window: one.
        #expect(simulation.alone(0) == 80 * Self.ms && simulation.alone(2) == 20 * Self.ms)
        #expect(simulation.shared(2) == 20 * Self.ms)
    }
}
