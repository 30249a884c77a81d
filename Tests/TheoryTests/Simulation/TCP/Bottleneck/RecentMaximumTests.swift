import Testing

@testable import Theory

@Suite struct RecentMaximumTests {
    @Test func `the maximum holds for ten rounds, then the next greatest follows`() {
        var maximum = RecentMaximum(rounds: 10)
        maximum.note(100, round: 1)
        #expect(maximum.value == 100)
        for round in 2...11 {
            maximum.note(round == 6 ? 90 : 50, round: round)
            #expect(maximum.value == 100)
        }
        maximum.note(50, round: 12)
        #expect(maximum.value == 90)
    }

    @Test func `a greater value becomes the maximum at once`() {
        var maximum = RecentMaximum(rounds: 10)
        for (value, round) in [(10, 1), (20, 1), (15, 2), (30, 3)] { maximum.note(value, round: round) }
        #expect(maximum.value == 30)
    }

    @Test func `after a gap longer than the window only the last value counts`() {
        var maximum = RecentMaximum(rounds: 10)
        maximum.note(100, round: 1)
        maximum.note(3, round: 40)
        #expect(maximum.value == 3)
    }

    @Test func `the maximum is at least the last value and at most the window's greatest`() {
        for seed in UInt64(1)...50 {
            var draws = DrawnPhase(seed: seed, flow: 1)
            var maximum = RecentMaximum(rounds: 10)
            var seen: [Int] = []
            for round in 1...200 {
                seen.append(draws.next(below: 1000))
                maximum.note(seen[round - 1], round: round)
                #expect(maximum.value >= seen[round - 1])
                #expect(seen.suffix(11).contains(maximum.value))
            }
        }
    }
}
