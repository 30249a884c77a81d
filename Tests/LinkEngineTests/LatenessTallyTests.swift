import LinkEngine
import Testing
import Wire

@Suite(.timeLimit(.minutes(1)))
struct LatenessTallyTests {
    @Test func `an empty tally has no percentile`() {
        #expect(LatenessTally().percentile(99) == nil)
    }

    @Test(arguments: [0, 1, 7, 8, 9, 15, 16, 1000, 999_999, 1_000_001, Nanoseconds.max])
    func `one packet's lateness is accurate to an eighth and never too low`(_ lateness: Nanoseconds) throws {
        var tally = LatenessTally()
        tally.add(lateness)
        let told = try #require(tally.percentile(99))
        #expect(told >= lateness)
        #expect(told - lateness <= lateness / 8)
    }

    @Test func `an early packet counts as not late`() {
        var tally = LatenessTally()
        tally.add(-5)
        #expect(tally.percentile(99) == 0)
    }

    @Test(arguments: [1, 50, 99, 100])
    func `a percentile is accurate to an eighth`(_ percent: Int) throws {
        var tally = LatenessTally()
        var values: [Nanoseconds] = []
        for number in 0..<10_000 {
            // Spread over all orders of magnitude.
            let bits = SplitMix.mixed(UInt64(number) &* SplitMix.step)
            values.append(Nanoseconds(bits >> 1) >> Nanoseconds(bits % 60))
            tally.add(values[number])
        }
        let exact = values.sorted()[10_000 * percent / 100 - 1]
        let told = try #require(tally.percentile(percent))
        #expect(told >= exact)
        #expect(told - exact <= exact / 8)
        #expect(tally.packets == 10_000)
    }

    @Test func `two merged tallies equal one that counted both`() {
        var (one, other, both) = (LatenessTally(), LatenessTally(), LatenessTally())
        for number in 0..<1000 {
            let lateness = Nanoseconds(SplitMix.mixed(UInt64(number)) % 1_000_000)
            if number.isMultiple(of: 3) { one.add(lateness) } else { other.add(lateness) }
            both.add(lateness)
        }
        one.add(other)
        #expect(one == both)
    }
}
