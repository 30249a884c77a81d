import Testing
import Wire

@testable import LinkModel

@Suite(.timeLimit(.minutes(3)))
struct LineChangeTests {
    private func link(
        _ rate: LineRate = .constant(8_000_000),
        delay: Nanoseconds = 0,
        _ more: (inout DirectionParameters) -> Void = { _ in }
    ) -> LinkParameters {
        var side = DirectionParameters(rate: rate, oneWayDelay: delay)
        more(&side)
        return LinkParameters(down: side, up: side)
    }

    private func model(_ link: LinkParameters, packets: Int, bytes: Int = 1000) -> DirectionModel {
        var model = DirectionModel(link, .down, seed: 47)
        for number in 0..<packets {
            _ = model.admit(LinkPacket(packet(number), bytes: bytes, ticket: number), at: .zero)
        }
        return model
    }

    @Test func `the packet in service keeps its end, waiting ones use the new rate`() {
        var model = model(link(), packets: 3)
        model.change(to: link(.constant(80_000_000)), at: Instant(nanoseconds: 500_000))
        let ends = model.outcomes().map(\.decision.serviceEnd.nanoseconds)
        #expect(ends == [1_000_000, 1_100_000, 1_200_000])
    }

    @Test func `a shorter delay does not overtake packets in flight`() {
        var model = model(link(delay: 50_000_000), packets: 2)
        model.change(to: link(delay: 1_000_000), at: Instant(nanoseconds: 1_500_000))
        let later = Instant(nanoseconds: 60_000_000)
        _ = model.admit(LinkPacket(packet(2), bytes: 1000, ticket: 2), at: Instant(nanoseconds: 2_500_000))
        _ = model.admit(LinkPacket(packet(3), bytes: 1000, ticket: 3), at: later)
        let dues = model.outcomes().map(\.decision.due.nanoseconds)
        #expect(dues == [51_000_000, 52_000_000, 52_000_000, 62_000_000])
    }

    @Test func `lateness caused by a change does not affect later jitter`() {
        let jittered = link(delay: 5_000_000) { $0.jitter = Jitter(amount: 1_000_000) }
        var model = model(link(delay: 500_000_000), packets: 1)
        model.change(to: jittered, at: Instant(nanoseconds: 2_000_000))
        for number in 1..<40 {
            let at = Instant(nanoseconds: Int64(number) * 10_000_000)
            _ = model.admit(LinkPacket(packet(number), bytes: 1000, ticket: number), at: at)
        }
        var draws = JitterDraws(Jitter(amount: 1_000_000), seed: 47)
        let at = Instant(nanoseconds: 600_000_000)
        for number in 1..<40 { _ = draws.deviation(packet(number)) }
        _ = model.admit(LinkPacket(packet(40), bytes: 1000, ticket: 40), at: at)
        let last = model.outcomes().last?.decision
        #expect(last?.due == at + 6_000_000 + draws.deviation(packet(40)))
    }

    @Test(arguments: [
        QueueDiscipline.dropTail, .dropHead, .codel(ControlledDelay()), .pie(ProportionalIntegral()),
        .fair(codel: ControlledDelay()),
    ])
    func `a new discipline takes over the waiting packets`(discipline: QueueDiscipline) {
        var model = model(link(), packets: 10)
        model.change(to: link { $0.discipline = discipline }, at: Instant(nanoseconds: 1_500_000))
        let outcomes = model.outcomes()
        #expect(outcomes.map(\.ticket) == Array(0..<10))
        #expect(outcomes.last?.decision.serviceEnd == Instant(nanoseconds: 10_000_000))
    }

    @Test func `a smaller queue drops when the next packet arrives`() {
        var model = model(link(), packets: 10)
        model.change(to: link { $0.queue = .packets(3) }, at: Instant(nanoseconds: 500_000))
        _ = model.admit(LinkPacket(packet(10), bytes: 1000, ticket: 10), at: Instant(nanoseconds: 600_000))
        let fates = model.outcomes()
        #expect(fates.filter { $0.decision.fate == .queueFull }.map(\.ticket) == [10])
        var head = self.model(link { $0.discipline = .dropHead }, packets: 10)
        head.change(
            to: link {
                $0.discipline = .dropHead
                $0.queue = .packets(3)
            },
            at: Instant(nanoseconds: 500_000)
        )
        _ = head.admit(LinkPacket(packet(10), bytes: 1000, ticket: 10), at: Instant(nanoseconds: 600_000))
        let survivors = head.outcomes().filter { $0.decision.fate == .delivered }.map(\.ticket)
        #expect(survivors == [0, 9, 10])
    }

    @Test func `schedules and outages start at the change`() {
        let pieces: [RateSchedule.Piece] = [
            .init(rateBps: 0, length: 1_000_000), .init(rateBps: 8_000_000, length: 1_000_000),
        ]
        let moment = Instant(nanoseconds: 5_000_000)
        var model = model(link(), packets: 1)
        model.change(to: link(.schedule(RateSchedule(pieces: pieces, repeats: true))), at: moment)
        _ = model.admit(LinkPacket(packet(1), bytes: 1000, ticket: 1), at: moment)
        #expect(model.outcomes().last?.decision.serviceStart == moment + 1_000_000)

        model.change(
            to: link { $0.outages = Outages(pattern: .every(1_000, length: 100)) },
            at: .zero + 50_000_001
        )
        _ = model.admit(LinkPacket(packet(2), bytes: 1, ticket: 2), at: .zero + 50_000_900)
        _ = model.admit(LinkPacket(packet(3), bytes: 1, ticket: 3), at: .zero + 50_000_901)
        #expect(Set(model.outcomes().filter { $0.decision.fate == .outage }.map(\.ticket)) == [3])
    }

    @Test func `a dead link resumes the packet that it had started`() {
        let pieces: [RateSchedule.Piece] = [
            .init(rateBps: 8_000_000, length: 500_000), .init(rateBps: 0, length: 1),
        ]
        let dead = link(.schedule(RateSchedule(pieces: pieces, repeats: false)))
        var model = model(dead, packets: 2)
        #expect(model.next(upTo: Instant(nanoseconds: 3_000_000)) == nil)
        #expect(model.nextDeadline == nil)
        model.change(to: link(), at: Instant(nanoseconds: 4_000_000))
        #expect(model.outcomes().map(\.decision.serviceEnd.nanoseconds) == [5_000_000, 6_000_000])
        // A packet that has not begun also waits for the change.
        let trace = OpportunityTrace(name: "made", milliseconds: [1], repeats: false)
        var over = DirectionModel(link(.trace(trace)), .down, seed: 47)
        let late = Instant(nanoseconds: 2_000_000)
        _ = over.admit(LinkPacket(packet(0), bytes: 1000), at: late)
        over.change(to: link(), at: late + 1_000_000)
        #expect(over.next(upTo: late + 1_000_000)?.decision.serviceEnd == late + 2_000_000)
    }

    @Test func `disabling reordering affects packets already waiting`() {
        let hasty = link(delay: 5_000_000) { $0.reordering = Reordering(share: PacketShare(1)) }
        var model = model(hasty, packets: 3)
        model.change(to: link(delay: 5_000_000), at: Instant(nanoseconds: 500_000))
        let decisions = model.outcomes().map(\.decision)
        #expect(decisions.map { $0.alterations == .reordered } == [true, false, false])
        #expect(decisions.map(\.due.nanoseconds) == [1_000_000, 7_000_000, 8_000_000])
    }

    @Test func `loss chains continue across a change`() {
        let lossy = link { $0.loss = .gilbertElliott(GilbertElliott(toBad: 0.2, toGood: 0.2)) }
        var (changed, plain) = (
            DirectionModel(lossy, .down, seed: 47), DirectionModel(lossy, .down, seed: 47)
        )
        var differences = 0
        for number in 0..<1000 {
            let at = Instant(nanoseconds: Int64(number) * 2_000_000)
            if number % 100 == 50 {
                changed.change(
                    to: number % 200 == 50 ? link(delay: 5) { $0.loss = lossy.down.loss } : lossy,
                    at: at
                )
            }
            _ = changed.admit(LinkPacket(packet(number), bytes: 1000), at: at)
            _ = plain.admit(LinkPacket(packet(number), bytes: 1000), at: at)
            if changed.next(upTo: at)?.decision.fate != plain.next(upTo: at)?.decision.fate {
                differences += 1
            }
        }
        #expect(differences == 0)
    }
}
