package import Scenarios

extension Expectation.Fold {
    /// Missing if any value is missing: a figure of some transfers is not one of all.
    func value(of values: [MetricValue]) -> MetricValue {
        var numbers: [Double] = []
        for value in values {
            guard case .number(let number) = value else { return .missing }
            numbers.append(number)
        }
        return MetricValue(number(of: numbers))
    }

    /// nil without numbers.
    package func number(of numbers: [Double]) -> Double? {
        guard !numbers.isEmpty else { return nil }
        return switch self {
        case .percentile(let percent): NearestRank.value(percent, of: numbers.sorted())
        case .max: numbers.max()
        case .min: numbers.min()
        case .mean: numbers.reduce(0, +) / Double(numbers.count)
        case .sum: numbers.reduce(0, +)
        }
    }
}
