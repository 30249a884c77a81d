import LinkModel
import Runs
import Testing
import Wire

@testable import Benchmarks

@Suite struct SteadyArrivalsTests {
    /// 1500 bytes take 1 ms at 12 Mbit/s.
    private static let service: Nanoseconds = 1_000_000

    private func entry(
        _ start: Nanoseconds,
        _ direction: LinkDirection = .down,
        bytes: Int = 1500,
        fate: LinkFate = .delivered
    ) -> LinkLogEntry {
        let begin = Instant.zero + start
        return LinkLogEntry(
            packet: PacketIdentity(direction: direction, flow: 0, number: 0),
            bytes: bytes,
            arrival: begin,
            decision: LinkDecision(
                fate: fate,
                serviceStart: begin,
                serviceEnd: begin + (fate == .delivered ? Self.service : 0),
                due: begin + Self.service
            )
        )
    }

    @Test func `the rate counts the packets after the first`() {
        let arrivals = SteadyArrivals(counted: 10...20, bytes: 1500, time: 10 * Self.service)
        #expect(arrivals.rate() == 12_000_000)
        let framed = SteadyArrivals(counted: 10...20, bytes: 1472, framing: 28, time: 10 * Self.service)
        #expect(framed.rate() == 12_000_000)
    }

    @Test func `idle time of the line is excluded from the rate`() {
        // Packets 1 to 4 count; the sender is 2 ms late before the third of them.
        let log = [0, 1, 2, 5, 6, 20].map { entry($0 * Self.service) }
        let arrivals = SteadyArrivals(counted: 1...4, bytes: 1500, time: 5 * Self.service)
        #expect(arrivals.idleTime(by: log) == 2 * Self.service)
        #expect(arrivals.rate(idle: arrivals.idleTime(by: log)) == 12_000_000)
        #expect(arrivals.idleTime(by: log.reversed()) == 2 * Self.service)
    }

    @Test func `a slow line or rounded timestamps do not count as idle time`() {
        let busy = [0, 1, 2, 3].map { entry($0 * Self.service + $0) }
        let arrivals = SteadyArrivals(counted: 0...3, bytes: 1500, time: 6 * Self.service)
        #expect(arrivals.idleTime(by: busy) == 0)
        #expect(arrivals.rate(idle: 0) == 6_000_000)
    }

    @Test func `dropped packets and packets of other sizes or directions are ignored`() {
        let log = [
            entry(0), entry(Self.service, .up), entry(Self.service, bytes: 56), entry(Self.service),
            entry(2 * Self.service, fate: .queueFull), entry(2 * Self.service),
        ]
        let arrivals = SteadyArrivals(counted: 0...2, bytes: 1500, time: 2 * Self.service)
        #expect(arrivals.idleTime(by: log) == 0)
    }
}
