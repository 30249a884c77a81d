import Testing
import Wire

@testable import LinkModel

@Suite(.timeLimit(.minutes(3)))
struct OutageCursorTests {
    private let epoch = Instant(nanoseconds: 1_000)

    private func cursor(_ pattern: Outages.Pattern, seed: UInt64 = 47, change: UInt32 = 0) -> OutageCursor {
        OutageCursor(pattern, .down, seed: seed, epoch: epoch, change: change)
    }

    /// The first outages, as start and length from the epoch.
    private func first(_ count: Int, _ cursor: OutageCursor) -> [[Nanoseconds]] {
        var (cursor, moment) = (cursor, Instant.zero)
        return (0..<count).compactMap { _ in
            guard let outage = cursor.outage(from: moment) else { return nil }
            moment = outage.end
            return [outage.start - epoch, outage.end - outage.start]
        }
    }

    @Test func `listed outages follow one another and then end`() {
        let list: [Outages.Interval] = [.init(start: 0, length: 10), .init(start: 50, length: 5)]
        #expect(first(5, cursor(.listed(list))) == [[0, 10], [50, 5]])
        var late = cursor(.listed(list))
        #expect(late.outage(from: epoch + 55) == nil)
    }

    @Test func `a periodic outage lies at the end of each period, even far in the future`() {
        let pattern = Outages.Pattern.every(100, length: 10)
        #expect(first(3, cursor(pattern)) == [[90, 10], [190, 10], [290, 10]])
        var late = cursor(pattern)
        let far: Nanoseconds = 100 * (1 << 50)
        #expect(late.covers(epoch + far) == false)
        #expect(late.covers(epoch + far + 89) == false)
        #expect(late.covers(epoch + far + 90) == true)
        #expect(late.covers(epoch + far + 99) == true)
        #expect(late.covers(epoch + far + 100) == false)
    }

    @Test func `an outage includes its start and excludes its end`() {
        var cursor = cursor(.listed([.init(start: 10, length: 5)]))
        let covered = (0..<20).filter { cursor.covers(epoch + Nanoseconds($0)) }
        #expect(covered == Array(10..<15))
    }

    @Test func `random outages and gaps have the given mean durations`() {
        var cursor = cursor(.random(meanUp: 1_000_000, meanDown: 100_000))
        var (up, down): ([Double], [Double]) = ([], [])
        var moment = epoch
        for _ in 0..<100_000 {
            guard let outage = cursor.outage(from: moment) else { break }
            up.append(Double(outage.start - moment))
            down.append(Double(outage.end - outage.start))
            moment = outage.end
        }
        for (lengths, mean) in [(up, 1e6), (down, 1e5)] {
            let moments = Moments(lengths)
            #expect(abs(moments.mean - mean) < 3 * moments.error)
            // An exponential distribution's deviation is its mean; its fourth moment is nine squared
            // variances.
            #expect(abs(moments.deviation / mean - 1) < 3 * (8.0 / 4 / 1e5).squareRoot())
            let beyond = MeasuredShare(lengths.map { $0 > 2 * mean })
            #expect(beyond.matches(0.135_335))
        }
    }

    @Test func `random outages depend on seed, change and number`() {
        let pattern = Outages.Pattern.random(meanUp: 1_000_000, meanDown: 100_000)
        #expect(first(9, cursor(pattern)) == first(9, cursor(pattern)))
        #expect(first(9, cursor(pattern)) != first(9, cursor(pattern, seed: 48)))
        #expect(first(9, cursor(pattern)) != first(9, cursor(pattern, change: 1)))
        // Asked once, far on, it is in the same outage as one asked all along.
        var (often, once) = (cursor(pattern), cursor(pattern))
        var moment = epoch
        for _ in 0..<1000 { moment = often.outage(from: moment)?.end ?? moment }
        let (asked, expected) = (once.outage(from: moment), often.outage(from: moment))
        #expect(asked == expected)
    }

    @Test func `only packets that arrive during an outage are lost`() {
        var side = DirectionParameters(rateBps: 8_000_000)
        side.outages = Outages(pattern: .listed([.init(start: 5_000_000, length: 2_000_000)]))
        var model = DirectionModel(
            LinkParameters(down: side, up: side),
            .down,
            seed: 47,
            epoch: Instant(nanoseconds: 1_000_000)
        )
        let decisions = model.carry((0..<10).map { (1000, Instant(nanoseconds: $0 * 1_000_000)) })
        let lost = decisions.indices.filter { decisions[$0].fate == .outage }
        #expect(lost == [6, 7])
        #expect(decisions[6] == .ended(.outage, at: Instant(nanoseconds: 6_000_000)))
    }
}
