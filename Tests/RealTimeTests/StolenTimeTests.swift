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
    func `is parsed from the kernel's text`(text: String, expected: Nanoseconds?) {
        #expect(StolenTime.stolen(text: text, ticksPerSecond: 100) == expected)
    }

    @Test func `is unknown without a tick rate`() {
        #expect(StolenTime.stolen(text: "cpu  1 0 0 0 0 0 0 5 0 0", ticksPerSecond: 0) == nil)
    }

    @Test func `never decreases on this machine`() throws {
        let first = try #require(StolenTime.ofThisMachine())
        let second = try #require(StolenTime.ofThisMachine())
        #expect(first >= 0 && second >= first)
    }
}
