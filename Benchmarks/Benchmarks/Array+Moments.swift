extension Array where Element == Double {
    /// The value that a share of them does not exceed; nil of nothing.
    func percentile(_ share: Double) -> Double? {
        guard !isEmpty else { return nil }
        return sorted()[Swift.min(count - 1, Int(Double(count) * share))]
    }

    var mean: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }

    /// Of the mean; nil of fewer than two.
    var standardError: Double? {
        guard count > 1, let mean else { return nil }
        let squares = reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (squares / Double(count - 1) / Double(count)).squareRoot()
    }
}
