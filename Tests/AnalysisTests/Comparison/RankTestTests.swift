import Testing

@testable import Analysis

@Suite struct RankTestTests {
    /// The two-sided p of `wilcox.test` in R, and of the published tables.
    @Test(
        arguments: [
            ([1, 2, 3], [4, 5, 6], 0.1), ([1, 2, 3, 4], [5, 6, 7, 8], 0.028_571_428_57),
            ([1, 2, 3, 4, 5], [6, 7, 8, 9, 10], 0.007_936_507_94),
            ([6, 7, 8, 9, 10], [1, 2, 3, 4, 5], 0.007_936_507_94), ([1], [2], 1),
            ([1, 3, 5, 7], [2, 4, 6, 8], 0.685_714_285_7),
            // From the documentation of wilcox.test: depression scores, and permeability of membranes.
            ([80, 83, 189, 104, 145, 138, 191, 164, 73, 146], [115, 88, 90, 74, 121], 0.254_412_254_4),
        ] as [([Int64], [Int64], Double)]
    )
    func `p follows the exact distribution`(_ first: [Int64], _ second: [Int64], _ p: Double) {
        let test = RankTest(first, second)
        #expect(abs(test.p - p) < 1e-9, "\(test.p)")
        #expect(test.isExact)
    }

    @Test func `counts pairs with the larger second value, and ties as half`() {
        #expect(
            RankTest([80, 83, 189, 104, 145, 138, 191, 164, 73, 146], [115, 88, 90, 74, 121]).pairs == 15
        )
        #expect(RankTest([1, 2], [2, 3]).pairs == 3.5)
    }

    /// Counted by hand over all choices.
    @Test(
        arguments: [
            ([5, 5, 5], [5, 5, 5], 1), ([1, 1, 2], [2, 2, 2], 0.4), ([1, 1], [2, 2], 1.0 / 3),
            ([1, 2, 2], [2, 3, 3], 0.3),
        ] as [([Int64], [Int64], Double)]
    )
    func `equal values share their ranks`(_ first: [Int64], _ second: [Int64], _ p: Double) {
        #expect(abs(RankTest(first, second).p - p) < 1e-9, "\(RankTest(first, second).p)")
    }

    @Test func `large samples use the normal distribution, close to the exact p`() {
        let first = (0..<25).map { Int64($0) * 2 }
        let near = RankTest(first, first.map { $0 + 9 })
        let many = RankTest(first + [1000], first.map { $0 + 9 } + [1001])
        #expect(near.isExact && !many.isExact)
        #expect(abs(near.p - many.p) < 0.03, "\(near.p) \(many.p)")
        #expect(RankTest(Array(repeating: 7, count: 40), Array(repeating: 7, count: 40)).p == 1)
        let apart = RankTest((0..<40).map { $0 }, (100..<140).map { $0 })
        #expect(apart.p < 1e-12 && apart.p > 0)
    }

    @Test(arguments: [
        (1, 1, 1.0), (3, 3, 0.1), (4, 4, 0.028_571_428_57), (5, 1, 1.0 / 3), (2, 8, 0.044_444_444_44),
    ])
    func `samples without overlap have the smallest possible p`(_ first: Int, _ second: Int, _ p: Double) {
        #expect(abs(RankTest.leastP(first, second) - p) < 1e-9)
        let low = (0..<first).map { Int64($0) }
        let high = (0..<second).map { Int64($0) + 100 }
        #expect(abs(RankTest(low, high).p - p) < 1e-9)
    }

    @Test func `an empty sample never differs`() {
        #expect(RankTest([], [1, 2]).p == 1 && RankTest([1], []).p == 1 && RankTest([], []).p == 1)
    }
}
