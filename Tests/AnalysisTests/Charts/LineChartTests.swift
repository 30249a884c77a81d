import Analysis
import LinkModel
import Runs
import Testing
import Wire

@Suite struct `A chart of the line` {
    private static let ms: Nanoseconds = 1_000_000

    private func entry(
        _ arrival: Nanoseconds,
        _ start: Nanoseconds,
        _ end: Nanoseconds,
        _ direction: LinkDirection = .down,
        bytes: Int = 1000,
        fate: LinkFate = .delivered
    ) -> LinkLogEntry {
        LinkLogEntry(
            packet: PacketIdentity(direction: direction, flow: 1, number: 0),
            bytes: bytes,
            arrival: .zero + arrival * Self.ms,
            decision: LinkDecision(
                fate: fate,
                serviceStart: .zero + start * Self.ms,
                serviceEnd: .zero + end * Self.ms,
                due: .zero + end * Self.ms
            )
        )
    }

    @Test func `spreads a packet's bits over its transmission time`() throws {
        // 8,000 bits in 4 ms; stretches of about 2 ms.
        let chart = try #require(LineChart([entry(0, 0, 4), entry(0, 4, 8)], stretches: 4))
        #expect(chart.stretch == 2 * Self.ms + 1)
        #expect(chart.down.rates.count == 4)
        for rate in chart.down.rates.dropLast() { #expect(abs(rate - 2_000_000) < 10) }
        let bits = chart.down.rates.reduce(0) { $0 + Double($1) * Double(chart.stretch) / 1e9 }
        #expect(abs(bits - 16_000) < 1)
        #expect(chart.up.rates.allSatisfy { $0 == 0 })
    }

    @Test func `shows the longest queue of each interval`() throws {
        let log = [entry(0, 0, 4), entry(1, 4, 8), entry(1, 8, 12), entry(3, 3, 12, .up, bytes: 40)]
        let chart = try #require(LineChart(log, stretches: 12))
        #expect(
            Array(chart.down.queue.prefix(10)) == [2000, 2000, 2000, 2000, 1000, 1000, 1000, 1000, 0, 0]
        )
        #expect(chart.up.queue.allSatisfy { $0 == 0 })
    }

    @Test func `counts a dropped packet, but neither queues nor sends it`() throws {
        let log = [entry(0, 0, 1), entry(5, 5, 9, fate: .queueFull), entry(6, 6, 9, fate: .waiting)]
        let chart = try #require(LineChart(log, stretches: 6))
        #expect(chart.down.drops.reduce(0, +) == 1)
        #expect(chart.down.queue.allSatisfy { $0 == 0 })
        #expect(chart.down.rates.dropFirst().allSatisfy { $0 == 0 })
    }

    @Test func `has no data without a log`() {
        #expect(LineChart([]) == nil)
    }
}
