import LinkModel
import Runs
import Testing
import Wire

@testable import LinkEngine

@Suite(.timeLimit(.minutes(1)))
struct StreamTrafficTests {
    private typealias Way = VirtualStreams.Way

    /// A byte takes 8 us down and 80 us up.
    private static let line = LinkParameters(
        down: DirectionParameters(rateBps: 1_000_000, oneWayDelay: 5_000_000),
        up: DirectionParameters(rateBps: 100_000, oneWayDelay: 3_000_000)
    )

    private static func lossy(_ ratio: Double) -> LinkParameters {
        var line = line
        line.down.loss = .random(PacketShare(ratio))
        return line
    }

    @Test func `an exchange takes the time of its packets, including the handshake`() throws {
        var streams = VirtualStreams(Self.line)
        let flow = streams.open(request: 100, answer: 10_000)
        streams.run()
        // SYN, SYN-ACK, then the acknowledgement and the request: 52 + 152 bytes.
        let asked: Nanoseconds = 60 * 80_000 + 3_000_000 + 60 * 8000 + 5_000_000 + 204 * 80_000 + 3_000_000
        let up = streams.arrivals[Way(flow: flow, direction: .up)]
        #expect(up == [VirtualStreams.Arrival(at: Instant.zero + asked, bytes: 100)])
        // The request's acknowledgement, then seven segments.
        let answered = asked + (52 + 10_000 + 7 * 52) * 8000 + 5_000_000
        let down = try #require(streams.arrivals[Way(flow: flow, direction: .down)])
        #expect(down.last?.at == Instant.zero + answered)
        #expect(down.map(\.bytes) == Array(repeating: 1448, count: 6) + [10_000 - 6 * 1448])
        #expect(streams.received[Way(flow: flow, direction: .down)] == VirtualStreams.bytes(10_000, of: flow))
        let inAll = 60 + 60 + 52 + 152 + 52 + 10_000 + 7 * 52
        #expect(streams.traffic.log.map(\.bytes).reduce(0, +) == inAll)
    }

    @Test func `nothing is read before the handshake has crossed`() {
        var streams = VirtualStreams(Self.line)
        _ = streams.open(answer: 10)
        #expect(streams.traffic.turn(.up, at: .zero) == nil)
        #expect(streams.traffic.turn(.down, at: .zero) == nil)
    }

    @Test func `connections share the line evenly and keep it busy`() throws {
        var streams = VirtualStreams(Self.line)
        let flows = (0..<3).map { _ in streams.open(answer: 100_000) }
        streams.run()
        let ends = flows.compactMap { streams.arrivals[Way(flow: $0, direction: .down)]?.last?.at }
        let first = try #require(ends.min())
        let last = try #require(ends.max())
        // Requests leave one after the other, so the answers differ by that and by a turn or two.
        #expect(last - first < 150_000_000)
        let down = streams.traffic.log.filter { $0.packet.direction == .down && $0.bytes != 60 }
        let services = zip(down, down.dropFirst())
        #expect(services.allSatisfy { $1.decision.serviceStart == $0.decision.serviceEnd })
        let inAll = 3 * (100_000 + 70 * 52) + 3 * 52
        #expect(down.map(\.bytes).reduce(0, +) == inAll)
        for flow in flows {
            let bytes = streams.received[Way(flow: flow, direction: .down)]
            #expect(bytes == VirtualStreams.bytes(100_000, of: flow))
        }
    }

    @Test func `data without space on the line stays with its sender`() {
        var streams = VirtualStreams(Self.line)
        let flow = streams.open(answer: 1_000_000)
        streams.run(until: Instant(nanoseconds: 1_000_000_000))
        let crossed = streams.received[Way(flow: flow, direction: .down)]?.count ?? 0
        let left = streams.unsent[Way(flow: flow, direction: .down)]?.count ?? 0
        let delay = Int(Self.line.down.bytes(in: Self.line.down.oneWayDelay) ?? 0)
        #expect(crossed > 80_000)
        #expect(1_000_000 - crossed - left <= StreamLimits.leastPacketsAhead * 1500 + delay + 1500)
    }

    @Test func `a stalled receiver does not block others and pauses its sender`() {
        var streams = VirtualStreams(Self.line)
        let (slow, quick) = (streams.open(answer: 200_000), streams.open(answer: 200_000))
        streams.stalled = [Way(flow: slow, direction: .down)]
        streams.run()
        #expect(streams.received[Way(flow: quick, direction: .down)]?.count == 200_000)
        #expect((streams.received[Way(flow: slow, direction: .down)]?.count ?? 0) < 20_000)
        #expect((streams.unsent[Way(flow: slow, direction: .down)]?.count ?? 0) > 180_000)
    }

    @Test func `buffered bytes stay within the limit, even without a rate`() {
        let line = LinkParameters(
            down: DirectionParameters(oneWayDelay: 50_000_000),
            up: DirectionParameters()
        )
        var streams = VirtualStreams(line, limits: StreamLimits(bytes: 30_000))
        let flow = streams.open(answer: 1_000_000)
        streams.run(until: Instant(nanoseconds: 60_000_000))
        let left = streams.unsent[Way(flow: flow, direction: .down)]?.count ?? 0
        #expect(left >= 1_000_000 - 30_000 - 1448)
        streams.run()
        #expect(streams.received[Way(flow: flow, direction: .down)]?.count == 1_000_000)
    }

    @Test func `a FIN follows the last byte, and both FINs close the connection`() throws {
        var streams = VirtualStreams(Self.line)
        let flow = streams.open(answer: 30_000)
        let (up, down) = (Way(flow: flow, direction: .up), Way(flow: flow, direction: .down))
        streams.finish(up)
        streams.run()
        let halfClosed = try #require(streams.ends[up])
        #expect(halfClosed > (try #require(streams.arrivals[up]?.last?.at)))
        #expect(streams.received[down]?.count == 30_000)
        #expect(streams.closed.isEmpty)
        streams.finish(down)
        streams.run()
        #expect(try #require(streams.ends[down]) > (try #require(streams.arrivals[down]?.last?.at)))
        #expect(streams.closed[flow] == streams.ends[down])
    }

    @Test func `a reset crosses the line after the bytes before it`() throws {
        var streams = VirtualStreams(Self.line)
        let flow = streams.open(answer: 2000)
        streams.run()
        let (up, down) = (Way(flow: flow, direction: .up), Way(flow: flow, direction: .down))
        streams.send([1, 2, 3], down)
        streams.read(down)
        let start = streams.now
        streams.traffic.breakOff(flow, .down, at: start)
        streams.run()
        #expect(streams.received[down]?.count == 2003)
        #expect(streams.resets[down] == start + (55 + 40) * 8000 + 5_000_000)
        #expect(streams.closed[flow] == streams.resets[down])
        #expect(streams.resets[up] == nil)
    }

    @Test func `a refusing server resets the client a round trip later`() {
        var streams = VirtualStreams(Self.line)
        streams.refusesAll = true
        let flow = streams.open(answer: 1)
        streams.run()
        let time: Nanoseconds = 60 * 80_000 + 3_000_000 + 40 * 8000 + 5_000_000
        #expect(streams.resets == [Way(flow: flow, direction: .down): Instant.zero + time])
    }

    @Test(arguments: 1...20 as ClosedRange<UInt64>)
    func `a lost chunk costs a round trip and a second transmission`(_ seed: UInt64) throws {
        let line = Self.lossy(0.5)
        var lane = StreamLane(line, .down, seed: seed, limits: StreamLimits())
        lane.open(1)
        lane.admit(.bytes(Array(repeating: 7, count: 948)), of: 1, at: .zero)
        var now = Instant.zero
        while lane.next(upTo: now) == nil { now = try #require(lane.nextDeadline) }
        #expect(now == Instant.zero + Nanoseconds(lane.lost) * 8_000_000 + 8_000_000 + 5_000_000)
        #expect(lane.log.count == lane.lost + 1)
        #expect(lane.log.dropLast().allSatisfy { $0.decision.fate == .lost })
        #expect(lane.log.map(\.packet.number) == (0..<UInt32(lane.log.count)).map { $0 })
    }

    @Test func `losses delay a stream but keep it complete and in order`() throws {
        var streams = VirtualStreams(Self.lossy(0.1))
        let flows = (0..<2).map { _ in streams.open(answer: 100_000) }
        streams.run()
        #expect(streams.traffic.recoveries > 5)
        for flow in flows {
            let bytes = streams.received[Way(flow: flow, direction: .down)]
            #expect(bytes == VirtualStreams.bytes(100_000, of: flow))
        }
        // Data behind a lost chunk is due when that chunk is, as the log shows.
        for flow in flows {
            let carried = streams.traffic.log.filter {
                $0.packet.flow == flow && $0.packet.direction == .down && $0.decision.fate == .delivered
            }
            #expect(carried.allSatisfy { $0.lateness == 0 })
        }
    }

    @Test func `a line that loses everything retries without spinning`() {
        var streams = VirtualStreams(Self.lossy(1))
        _ = streams.open(answer: 1)
        streams.run(until: Instant(nanoseconds: 10_000_000_000))
        #expect((1000...1300).contains(streams.traffic.recoveries))
    }
}
