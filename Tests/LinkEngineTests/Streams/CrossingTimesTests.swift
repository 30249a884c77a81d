import Testing
import Wire

@testable import LinkEngine

@Suite struct CrossingTimesTests {
    private static func at(_ milliseconds: Int64) -> Instant {
        Instant(nanoseconds: milliseconds * 1_000_000)
    }

    private static func milliseconds(_ time: Nanoseconds?) -> Int64? { time.map { $0 / 1_000_000 } }

    @Test func `the first bytes count from the client's connection request`() {
        var ways = CrossingTimes()
        ways.open(at: Self.at(0))
        ways.enter(100, at: Self.at(400))
        #expect(ways.way(at: Self.at(700)) == nil)
        ways.leave(100, at: Self.at(600))
        #expect(Self.milliseconds(ways.way(at: Self.at(600))) == 600)
        ways.enter(50, at: Self.at(1000))
        ways.leave(50, at: Self.at(1200))
        // What the server had before the second piece came is the first.
        #expect(Self.milliseconds(ways.way(at: Self.at(1199))) == 600)
        #expect(Self.milliseconds(ways.way(at: Self.at(1300))) == 200)
    }

    @Test func `a piece has crossed when its last byte has`() {
        var ways = CrossingTimes()
        ways.open(at: Self.at(0))
        ways.enter(100, at: Self.at(1))
        ways.enter(100, at: Self.at(10))
        ways.leave(150, at: Self.at(20))
        #expect(Self.milliseconds(ways.way(at: Self.at(30))) == 20)
        ways.leave(50, at: Self.at(40))
        #expect(Self.milliseconds(ways.way(at: Self.at(40))) == 30)
    }

    @Test func `older crossings are thinned out, and the latest are kept`() {
        var ways = CrossingTimes()
        ways.open(at: Self.at(0))
        for number in 1...10_000 as ClosedRange<Int64> {
            ways.enter(10, at: Self.at(number * 10))
            ways.leave(10, at: Self.at(number * 10 + (number < 5000 ? 5 : 7)))
        }
        #expect(ways.count <= 3 * CrossingTimes.most)
        #expect(Self.milliseconds(ways.way(at: Self.at(25_000))) == 5)
        #expect(Self.milliseconds(ways.way(at: Self.at(75_000))) == 7)
        #expect(Self.milliseconds(ways.way(at: Self.at(100_007))) == 7)
    }
}
