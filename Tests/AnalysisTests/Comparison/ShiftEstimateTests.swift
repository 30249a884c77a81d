import Testing

@testable import Analysis

@Suite struct ShiftEstimateTests {
    /// The tables of Mann and Whitney for 5 %, two-sided, state the largest sum that is still significant: one less.
    @Test(arguments: [
        (3, 3, 0), (4, 4, 1), (5, 5, 3), (6, 6, 6), (8, 8, 14), (10, 10, 24), (3, 5, 1), (5, 10, 9),
        (20, 20, 128),
    ])
    func `the interval starts where the statistical tables say`(_ first: Int, _ second: Int, _ place: Int) {
        #expect(ShiftEstimate.outside(first, second) == place)
    }

    @Test func `the shift is the median of all pairwise differences`() {
        let shift = ShiftEstimate(from: [10, 20, 30], to: [15, 25, 45])
        // 5 15 35, -5 5 25, -15 -5 15
        #expect(shift.median == 5 && shift.interval == nil)
        let longer = ShiftEstimate(from: [100, 101, 102, 103], to: [112, 113, 114, 115])
        #expect(longer.median == 12 && longer.interval == 9...15)
    }

    @Test func `large samples are compared by their medians`() {
        let first = (0..<600).map { Int64($0) }
        let shift = ShiftEstimate(from: first, to: first.map { $0 + 7 })
        #expect(shift.median == 7 && shift.interval == nil)
    }

    @Test(arguments: [([], 0.0), ([3], 3), ([1, 2], 1.5), ([1, 5, 9], 5)] as [([Double], Double)])
    func `a median is the middle of sorted values`(_ values: [Double], _ median: Double) {
        #expect(ShiftEstimate.median(values) == median)
    }
}
