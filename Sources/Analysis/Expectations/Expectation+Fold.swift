package import Scenarios

extension Expectation.Fold {
    /// Missing where any of them is: a figure of some transfers is none of all.
    func value(of values: [MetricValue]) -> MetricValue {
        var numbers: [Double] = []
        for value in values {
            guard case .number(let number) = value else { return .missing }
            numbers.append(number)
        }
        return MetricValue(number(of: numbers))
    }

    /// nil of nothing.
    package func number(of numbers: [Double]) -> Double? {
        guard !numbers.isEmpty else { return nil }
        return switch self {
        case .percentile(let percent): Self.percentile(percent, of: numbers.sorted())
        case .max: numbers.max()
        case .min: numbers.min()
        case .mean: numbers.reduce(0, +) / Double(numbers.count)
        case .sum: numbers.reduce(0, +)
        }
    }

    /// By the nearest rank, so that it is a value that was measured.
    private static func percentile(_ percent: Double, of sorted: [Double]) -> Double {
        // 0.95 of 20 is 19.000000000000004 where it is reckoned in halves.
        let rank = (Double(sorted.count) * percent / 100 - 1e-9).rounded(.up)
        return sorted[Swift.max(0, Swift.min(sorted.count, Int(rank)) - 1)]
    }
}
