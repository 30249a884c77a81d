import RealTime
import Testing
import Wire

@Suite(.timeLimit(.minutes(1)))
struct StolenTimeTests {
    @Test(
        arguments: [
            ("cpu  4114457 263 672136 8776787 67198 0 48345 38923 0 0\ncpu0 1 2 3 4\n", 389_230_000_000),
            ("cpu  1 0 0 0 0 0 0 0", 0),
            // From an older kernel without this column.
            ("cpu  1 0 0 0 0 0 0", nil),
            ("cpu0 1 0 0 0 0 0 0 5 0 0", nil),
            ("cpu  1 0 0 0 0 0 0 x 0 0", nil),
            ("cpu  1 0 0 0 0 0 0 -5 0 0", nil),
            ("cpu  1 0 0 0 0 0 0 9223372036854775807 0 0", nil),
            ("", nil),
        ] as [(String, Nanoseconds?)]
    )
    func `it is read from the kernel's own words`(text: String, expected: Nanoseconds?) {
        #expect(StolenTime.stolen(text: text, ticksPerSecond: 100) == expected)
    }

    @Test func `without ticks there is nothing to count in`() {
        #expect(StolenTime.stolen(text: "cpu  1 0 0 0 0 0 0 5 0 0", ticksPerSecond: 0) == nil)
    }

    @Test func `this machine's never falls`() throws {
        let first = try #require(StolenTime.ofThisMachine())
        let second = try #require(StolenTime.ofThisMachine())
        #expect(first >= 0 && second >= first)
    }
}
