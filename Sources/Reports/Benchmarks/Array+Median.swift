extension Array where Element == Double {
    /// The middle one, or what lies between the middle two; nil of nothing.
    package var median: Double? {
        guard !isEmpty else { return nil }
        let sorted = sorted()
        let middle = count / 2
        return count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }
}
