extension Array where Element == Double {
    /// The value that this share of the elements does not exceed; nil if the array is empty.
    func percentile(_ share: Double) -> Double? {
        guard !isEmpty else { return nil }
        return sorted()[Swift.min(count - 1, Int(Double(count) * share))]
    }

    var mean: Double? { isEmpty ? nil : reduce(0, +) / Double(count) }

    /// Standard error of the mean; nil for fewer than two elements.
    var standardError: Double? {
        guard count > 1, let mean else { return nil }
        let squares = reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
        return (squares / Double(count - 1) / Double(count)).squareRoot()
    }
}
