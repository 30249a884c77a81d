/// A figure told from packets, and how far it may be off: with about 95 % certainty it lies between the two.
package struct LineEstimate: Hashable, Sendable {
    /// nil where only `low` is known.
    package var value: Double?
    package var low: Double
    /// nil where nothing says how high it may be.
    package var high: Double?

    package init(value: Double?, low: Double, high: Double?) {
        self.value = value
        self.low = low
        self.high = high
    }

    /// A share of `trials`, by Wilson's interval: it holds for few and for none, too.
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
