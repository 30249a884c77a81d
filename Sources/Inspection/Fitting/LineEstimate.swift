/// A figure estimated from packets, with its interval of about 95 % confidence.
package struct LineEstimate: Hashable, Sendable {
    /// nil if only `low` is known.
    package var value: Double?
    package var low: Double
    /// nil if no upper limit is known.
    package var high: Double?

    package init(value: Double?, low: Double, high: Double?) {
        self.value = value
        self.low = low
        self.high = high
    }

    /// A share of `trials`, with Wilson's interval, which also holds for small counts and zero.
    package init(share count: Int, of trials: Int) {
        let normal = 1.96
        let trials = Double(max(1, trials))
        let share = Double(count) / trials
        let scale = 1 + normal * normal / trials
        let middle = (share + normal * normal / (2 * trials)) / scale
        let half =
            normal / scale
            * (share * (1 - share) / trials + normal * normal / (4 * trials * trials)).squareRoot()
        self.init(value: share, low: count == 0 ? 0 : max(0, middle - half), high: min(1, middle + half))
    }
}
