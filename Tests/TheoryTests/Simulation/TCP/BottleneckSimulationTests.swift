import LinkModel
import Runs
import Scenarios
import Testing
import Theory
import Wire

/// Downloads from a sender that uses BBR.
@Suite struct BottleneckSimulationTests {
    private static let ms: Nanoseconds = 1_000_000

    private func plan(
        _ body: Int,
        mbps: Int64 = 20,
        loss: Double = 0,
        queue: QueueLimit? = nil,
        seed: UInt64 = 1,
        by congestion: CongestionAlgorithm = .bbr
    ) -> SimulationPlan {
        let up = DirectionParameters(rateBps: mbps * 1_000_000, oneWayDelay: 20 * Self.ms)
        let down = DirectionParameters(
            rateBps: mbps * 1_000_000,
            oneWayDelay: 20 * Self.ms,
            lossRatio: loss,
            queue: queue
        )
        return SimulationPlan(
            link: LinkParameters(down: down, up: up),
            seed: seed,
            congestion: congestion,
            fetches: [SimulatedFetch(requestBytes: 92, headerBytes: 133, bodyBytes: body)]
        )
    }

    /// Measured with the emulator: 4311.0 ms, of which the line carries data for 4144.
    @Test(arguments: [UInt64(1), 2])
    func `ten megabytes take as long as on this kernel for every seed`(_ seed: UInt64) throws {
        var plan = plan(10_000_000, seed: seed)
        plan.keepsLog = false
        let exchange = try #require(LineSimulation.run(plan).transfers[0].exchange)
        #expect(abs(Double(exchange) / 4_311_000_000 - 1) < 0.002)
    }

    @Test func `in steady state the link is busy with a short queue`() {
        let outcome = LineSimulation.run(plan(4_000_000))
        let from = Instant(nanoseconds: 1000 * Self.ms)
        let down = outcome.linkLog.filter {
            $0.packet.direction == .down && $0.arrival > from && $0.bytes == 1500
        }
        let waits = down.map { $0.decision.serviceStart - $0.arrival }
        // The queue never exceeds what the path holds, and a quarter of it while probing.
        #expect((waits.max() ?? 0) <= 40 * Self.ms)
        #expect(waits.reduce(0, +) / Int64(waits.count) < 12 * Self.ms)
        let first = down.first?.decision.serviceStart ?? .zero
        let span = (down.last?.decision.serviceEnd ?? .zero) - first
        let busy = Nanoseconds(down.count) * 600_000
        #expect(Double(busy) / Double(span) > 0.99)
    }

    @Test func `everything after the initial window is paced`() {
        let outcome = LineSimulation.run(plan(1_000_000))
        var together: [Instant: Int] = [:]
        for entry in outcome.linkLog where entry.packet.direction == .down && entry.bytes == 1500 {
            together[entry.arrival, default: 0] += 1
        }
        #expect(together.values.max() == 10)
        // A millisecond's worth at 2.89 times the line's rate.
        #expect(together.values.count { $0 > 4 } == 1)
    }

    @Test func `1 % loss costs BBR little and Reno more than half of its rate`() throws {
        for seed in UInt64(1)...2 {
            let outcome = LineSimulation.run(plan(2_000_000, loss: 0.01, seed: seed))
            let paced = try #require(outcome.transfers[0].exchange)
            let halved = try #require(
                LineSimulation.run(plan(2_000_000, loss: 0.01, seed: seed, by: .reno)).transfers[0].exchange
            )
            #expect(paced < 1_200 * Self.ms && halved > 2 * paced)
            #expect(outcome.retransmissions >= 5)
        }
    }

    @Test func `a queue too short for its probes drops packets, and the transfer still completes`() throws {
        for packets in [5, 20, 40] {
            let outcome = LineSimulation.run(plan(1_000_000, queue: .packets(packets)))
            #expect(outcome.transfers[0].responseLastByte != nil)
            #expect(outcome.linkLog.contains { $0.decision.fate == .queueFull })
        }
    }

    /// 20 s: the minimum round trip expires twice, because the queue is never quite empty.
    @Test func `a twenty-second download pauses twice to probe the round trip`() throws {
        let outcome = LineSimulation.run(plan(5_500_000, mbps: 2))
        let sent = outcome.linkLog.filter { $0.packet.direction == .down && $0.bytes == 1500 }
        let gaps = zip(sent, sent.dropFirst()).map { $1.arrival - $0.arrival }
        #expect(gaps.count { $0 > 100 * Self.ms } <= 4)
        let exchange = try #require(outcome.transfers[0].exchange)
        #expect(exchange < 26_000 * Self.ms)
    }

    @Test func `links without a rate or delay work, too`() {
        for delay in [Nanoseconds(0), 1_000_000] {
            let side = DirectionParameters(oneWayDelay: delay)
            let outcome = LineSimulation.run(
                SimulationPlan(
                    link: LinkParameters(down: side, up: side),
                    congestion: .bbr,
                    fetches: [SimulatedFetch(bodyBytes: 1_000_000)]
                )
            )
            #expect(outcome.transfers[0].responseLastByte != nil)
        }
    }
}
