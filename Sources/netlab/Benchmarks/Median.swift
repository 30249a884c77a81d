extension Array where Element == Double {
    /// nil of nothing.
    var median: Double? {
        guard !isEmpty else { return nil }
        let sorted = sorted()
        let middle = count / 2
        return count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    /// The value that a share of them does not exceed; nil of nothing.
    func percentile(_ share: Double) -> Double? {
        guard !isEmpty else { return nil }
        return sorted()[Swift.min(count - 1, Int(Double(count) * share))]
    }
}
