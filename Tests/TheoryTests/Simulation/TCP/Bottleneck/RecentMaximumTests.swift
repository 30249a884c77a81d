import Testing

@testable import Theory

@Suite struct RecentMaximumTests {
    @Test func `the greatest stays for ten rounds, then the next greatest follows`() {
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

    @Test func `a greater one is the greatest at once`() {
        var maximum = RecentMaximum(rounds: 10)
        for (value, round) in [(10, 1), (20, 1), (15, 2), (30, 3)] { maximum.note(value, round: round) }
        #expect(maximum.value == 30)
    }

    @Test func `where nothing was seen for longer than the window the last one is all there is`() {
        var maximum = RecentMaximum(rounds: 10)
        maximum.note(100, round: 1)
        maximum.note(3, round: 40)
        #expect(maximum.value == 3)
    }

    @Test func `it is never less than the last, nor more than any of the window's`() {
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
