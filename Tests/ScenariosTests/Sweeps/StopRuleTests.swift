import Scenarios
import Testing

@Suite struct StopRuleTests {
    private static let rule = StopRule(share: 0.02, repetitions: 3...30)

    @Test(
        arguments: [
            ([], false), ([5, 5], false), ([5, 5, 5], true),
            // Five figures have no interval of 95 %, however near they are.
            ([100, 100.1, 100.2, 100, 100.1], false), ([100, 100.1, 100.2, 100, 100.1, 100.2], true),
            ([100, 103, 101, 100, 102, 106], false),
            (Array(repeating: [90, 110], count: 15).flatMap { $0 }, true),
            (Array(repeating: [90, 110], count: 14).flatMap { $0 }, false),
            // One that is far off does not move the median's interval of nine figures.
            ([100, 100, 100.1, 100.2, 100.1, 100, 100.1, 100.2, 900], true),
        ] as [([Double], Bool)]
    )
    func `a median is settled when its interval is narrow or the repetitions are exhausted`(
        _ figures: [Double],
        _ isMet: Bool
    ) {
        #expect(Self.rule.isMet(by: figures) == isMet)
        #expect(Self.rule.isMet(by: figures.reversed()) == isMet)
    }

    /// Ranks by tables of the binomial distribution.
    @Test(arguments: [(6, 0), (8, 0), (9, 1), (12, 2), (20, 5), (25, 7)])
    func `the interval follows from order statistics`(_ count: Int, _ rank: Int) {
        // All but the outer `rank` figures on each side are equal: the interval has no width then.
        let outer = (0..<rank).flatMap { _ in [0.0, 1000.0] }
        let inner = Array(repeating: 500.0, count: count - 2 * rank)
        let rule = StopRule(share: 0, repetitions: 3...1000)
        if rank > 0 { #expect(rule.isMet(by: outer + inner)) }
        #expect(!rule.isMet(by: outer + [0, 1000] + inner.dropLast(2)))
    }
}
