import Scenarios
import Testing

@Suite struct SweepRangeTests {
    @Test(arguments: SweepRange.Spacing.allCases)
    func `both ends are exact values`(_ spacing: SweepRange.Spacing) {
        for end in 2...99 {
            let range = SweepRange(ends: 0.1...(Double(end) + 0.1), spacing: spacing)
            for steps in 2...9 {
                let values = range.values(steps: steps)
                #expect(values.count == steps)
                #expect(values.first == 0.1 && values.last == range.ends.upperBound)
            }
        }
    }

    @Test func `a single value is the lower end`() {
        #expect(SweepRange(ends: 2...4, spacing: .linear).values(steps: 1) == [2])
    }
}
