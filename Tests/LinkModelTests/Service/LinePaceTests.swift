import Testing
import Wire

@testable import LinkModel

@Suite(.timeLimit(.minutes(3)))
struct LinePaceTests {
    private func model(
        _ side: DirectionParameters,
        framing: LinkFraming = .none,
        epoch: Instant = .zero
    ) -> DirectionModel {
        let link = LinkParameters(down: side, up: side, framing: framing)
        return DirectionModel(link, .down, seed: 47, epoch: epoch)
    }

    @Test(arguments: [
        // Bytes of the packet, bytes added, and the 48-byte cells that they fill.
        (40, 0, 1), (48, 0, 1), (49, 0, 2), (40, 8, 1), (41, 8, 2), (1500, 0, 32), (1500, 18, 32),
        (1500, 36, 32), (1500, 37, 33), (1, 0, 1),
    ])
    func `ATM packets take 53 bytes for every 48 bytes started`(bytes: Int, overhead: Int, cells: Int) {
        var model = model(
            DirectionParameters(rateBps: 8_000_000_000),
            framing: LinkFraming(overhead: overhead, isATM: true)
        )
        // One nanosecond per byte.
        let ends = model.carry([(bytes, .zero), (bytes, .zero)]).map(\.serviceEnd.nanoseconds)
        #expect(ends == [Nanoseconds(cells * 53), Nanoseconds(2 * cells * 53)])
    }

    @Test func `overhead counts on the link and not in the queue`() {
        var model = model(
            DirectionParameters(rateBps: 8_000_000_000, queue: .bytes(2000)),
            framing: LinkFraming(overhead: 18)
        )
        let decisions = model.carry([(1000, .zero), (1000, .zero), (1000, .zero)])
        #expect(decisions.map(\.fate) == [.delivered, .delivered, .queueFull])
        #expect(decisions.prefix(2).map(\.serviceEnd.nanoseconds) == [1018, 2036])
    }

    @Test(arguments: [
        LineRate.unlimited, .constant(8_000_000_000),
        .schedule(RateSchedule(pieces: [.init(rateBps: 8_000_000_000, length: 1)], repeats: true)),
    ])
    func `a held link carries nothing during an outage and everything afterwards`(rate: LineRate) {
        var side = DirectionParameters(rate: rate, oneWayDelay: 7)
        side.outages = Outages(pattern: .listed([.init(start: 100, length: 10_000)]), packets: .held)
        var model = model(side, epoch: Instant(nanoseconds: 50))
        let arrivals = [0, 200, 300, 20_000].map { (bytes: 100, at: Instant(nanoseconds: $0)) }
        let decisions = model.carry(arrivals)
        #expect(decisions.allSatisfy { $0.fate == .delivered })
        let step: Int64 = rate == .unlimited ? 0 : 100
        #expect(decisions.map(\.serviceStart.nanoseconds) == [0, 10_150, 10_150 + step, 20_000])
        #expect(decisions.map(\.due.nanoseconds) == [7, 10_157, 10_157 + step, 20_007].map { $0 + step })
    }

    @Test func `the next deadline is that of the packet waiting for the outage's end`() {
        var side = DirectionParameters(rateBps: 8_000_000, oneWayDelay: 5)
        side.outages = Outages(pattern: .listed([.init(start: 0, length: 1000)]), packets: .held)
        var model = model(side)
        _ = model.admit(LinkPacket(packet(0), bytes: 1), at: Instant(nanoseconds: 10))
        #expect(model.next(upTo: Instant(nanoseconds: 999)) == nil)
        #expect(model.nextDeadline == Instant(nanoseconds: 1005))
        #expect(model.next(upTo: Instant(nanoseconds: 1000))?.decision.due == Instant(nanoseconds: 2005))
        #expect(model.nextDeadline == nil)
    }

    @Test func `packets after the end of a trace wait forever`() {
        let trace = OpportunityTrace(name: "made", milliseconds: [1], repeats: false)
        var model = model(DirectionParameters(rate: .trace(trace)))
        for number in 0..<3 {
            _ = model.admit(LinkPacket(packet(number), bytes: 1500, ticket: number), at: .zero)
        }
        #expect(model.outcomes().map(\.ticket) == [0])
        #expect(model.nextDeadline == nil)
    }
}
