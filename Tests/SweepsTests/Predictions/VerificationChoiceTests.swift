import Scenarios
import Sweeps
import Testing

@Suite struct VerificationChoiceTests {
    private static func design(seeds: [UInt64] = []) -> SweepDesign {
        SweepDesign(
            name: "s",
            sources: [.init(name: "base")],
            axes: [
                SweepAxis(key: "link.down.rate", values: ["1 Mbit/s", "2 Mbit/s", "4 Mbit/s", "8 Mbit/s"]),
                SweepAxis(key: "client.policy", values: ["none", "both"]),
            ],
            seeds: seeds
        )
    }

    private static func chosen(_ times: [Int64?], _ share: Double, seeds: [UInt64] = []) -> [Int] {
        var choice = VerificationChoice(design(seeds: seeds))
        for (number, time) in times.enumerated() { choice.add(number, time) }
        return choice.chosen(share: share)
    }

    @Test func `chooses points without a prediction first`() {
        #expect(Self.chosen([800, 700, nil, 300, 200, nil, 100, 50], 0.25) == [2, 5])
        // The two whose times differ least along an axis come next: 700 and 750 differ in the policy alone.
        #expect(Self.chosen([750, 700, nil, 300, 200, nil, 100, 50], 0.5) == [2, 5, 0, 1])
    }

    @Test func `next chooses points whose time is close to a neighbour's`() {
        // 400 and 401 are at 2 and 4 Mbit/s with the same policy. 100 and 100 have an axis that does nothing.
        #expect(Self.chosen([800, 790, 400, 300, 401, 200, 100, 100], 0.25) == [2, 4])
        #expect(Self.chosen([800, 790, 400, 300, 401, 200, 100, 100], 0.5) == [2, 4, 0, 1])
    }

    @Test func `points with similar times that are no neighbours do not matter`() {
        // 500 and 501 differ in both axes.
        #expect(Self.chosen([500, 900, 700, 501, 3000, 6000, 20, 50], 0.25) == [2, 3])
    }

    @Test func `chooses one of equal repetitions`() {
        let times: [Int64?] = [10, 10, 11, 11, 40, 40, 50, 50, 90, 90, 200, 200, 400, 400, 800, 800]
        #expect(Self.chosen(times, 0.25, seeds: [1, 2]) == [0, 2, 4, 6])
    }

    @Test func `spreads the choice evenly over too many unknown points`() {
        #expect(Self.chosen([Int64?](repeating: nil, count: 8), 0.5) == [0, 2, 4, 6])
    }

    @Test(arguments: [(0.0, 1), (0.01, 1), (0.13, 2), (1, 8)] as [(Double, Int)])
    func `chooses at least one point and at most all`(_ share: Double, _ count: Int) {
        let chosen = Self.chosen([8, 7, 6, 5, 4, 3, 2, 1], share)
        #expect(chosen.count == count && Set(chosen).count == count)
    }
}
