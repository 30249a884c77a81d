import Inspection
import Testing

struct LineEstimateTests {
    // By Wilson's formula, computed elsewhere.
    @Test(arguments: [(0, 100, 0.0, 0.0370), (1, 100, 0.0018, 0.0545), (50, 100, 0.4038, 0.5962)])
    func
        `a share's interval is Wilson's`(
            _ count: Int,
            _ trials: Int,
            _ low: Double,
            _ high: Double
        )
    {
        let estimate = LineEstimate(share: count, of: trials)
        #expect(estimate.value == Double(count) / Double(trials))
        #expect(abs(estimate.low - low) < 0.0002)
        #expect(abs((estimate.high ?? 0) - high) < 0.0002)
    }
}
