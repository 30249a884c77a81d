import Testing
import Wire

@testable import LinkModel

@Suite(.timeLimit(.minutes(3)))
struct PropagationTests {
    private func side(
        _ distribution: Jitter.Distribution,
        amount: Nanoseconds = 2_000_000,
        delay: Nanoseconds = 10_000_000
    ) -> DirectionParameters {
        var side = DirectionParameters(oneWayDelay: delay)
        side.jitter = Jitter(distribution: distribution, amount: amount)
        return side
    }

    /// Delays of packets that leave the line at this interval.
    private func delays(_ side: DirectionParameters, count: Int, apart: Nanoseconds) -> [Double] {
        var propagation = Propagation(side, seed: 47)
        var (end, last): (Instant, Instant) = (.zero, .zero)
        var backwards = 0
        let delays = (0..<count).map { number in
            end = end + apart
            let due = propagation.due(number, from: end)
            if due < last { backwards += 1 }
            last = due
            return Double(due - end)
        }
        #expect(backwards == 0)
        return delays
    }

    /// Mean and standard error by batches.
    private func mean(_ values: [Double]) -> Moments {
        let (batches, size) = (50, values.count / 50)
        return Moments((0..<batches).map { values[$0 * size..<($0 + 1) * size].reduce(0, +) / Double(size) })
    }

    @Test(arguments: Jitter.Distribution.allCases)
    func `widely spaced packets get their own draws`(distribution: Jitter.Distribution) {
        let side = side(distribution)
        var propagation = Propagation(side, seed: 47)
        guard let jitter = side.jitter else { return }
        var draws = JitterDraws(jitter, seed: 47)
        for number in 0..<2_000 {
            let end = Instant(nanoseconds: Int64(number) * 200_000_000)
            let due = propagation.due(number, from: end)
            #expect(due == end + 10_000_000 + draws.deviation(packet(number)))
        }
    }

    @Test(arguments: Jitter.Distribution.allCases, [10_000, 500_000, 3_000_000] as [Nanoseconds])
    func `order and mean delay are kept at any packet spacing`(
        distribution: Jitter.Distribution,
        apart: Nanoseconds
    ) {
        let jittered = side(distribution)
        let delays = delays(jittered, count: 60_000, apart: apart)
        let mean = mean(delays)
        // The delay debt at the end is the error of the mean.
        #expect(abs(mean.mean - 10e6) < 3 * mean.error)
        #expect(abs(mean.mean - 10e6) < 100_000)
        #expect((delays.min() ?? 0) >= Double(10_000_000 - (jittered.jitter?.reach ?? 0)))
    }

    @Test func `delays are never negative, and the mean is kept`() {
        let delays = delays(
            side(.uniform, amount: 2_000_000, delay: 1_000_000),
            count: 50_000,
            apart: 5_000_000
        )
        #expect(delays.min() == 0)
        #expect(abs(mean(delays).mean - 1e6) < 3 * mean(delays).error)
    }

    @Test func `accumulated correction is forgotten after an idle period`() {
        var propagation = Propagation(side(.uniform), seed: 47)
        for number in 0..<10_000 {
            _ = propagation.due(number, from: .zero + Int64(number))
        }
        var draws = JitterDraws(Jitter(amount: 2_000_000), seed: 47)
        let later = Instant(nanoseconds: 2_000_000_000)
        let due = propagation.due(10_000, from: later)
        #expect(due == later + 10_000_000 + draws.deviation(packet(10_000)))
    }

    @Test(arguments: Jitter.Distribution.allCases, [false, true])
    func `nothing is due before its announced deadline`(
        distribution: Jitter.Distribution,
        reorders: Bool
    ) {
        var side = side(distribution, amount: 5_000_000)
        side.rate = .constant(10_000_000)
        if reorders { side.reordering = Reordering(share: PacketShare(0.1)) }
        var model = DirectionModel(LinkParameters(down: side, up: side), .down, seed: 47)
        var (now, early): (Instant, Int) = (.zero, 0)
        for number in 0..<3_000 {
            now = now + 1_100_000
            _ = model.admit(LinkPacket(packet(number), bytes: 1500), at: now)
            while model.next(upTo: now) != nil {}
            while let deadline = model.nextDeadline {
                guard let outcome = model.next(upTo: deadline) else { break }
                if outcome.decision.due < deadline { early += 1 }
                now = max(now, deadline)
            }
        }
        #expect(early == 0)
    }
}

extension Propagation {
    /// When this packet of one flow is due.
    fileprivate mutating func due(_ number: Int, from end: Instant) -> Instant {
        var course = course(packet(number))
        return due(&course, from: end)
    }
}
