/// A share among many yes-or-no outcomes, and its standard error.
struct MeasuredShare {
    var ratio: Double
    /// The correlation of neighbours.
    var lagOne: Double
    /// The standard error of `ratio` from the means of a hundred batches, so that correlated outcomes do not
    /// count as independent.
    var error: Double

    init(_ outcomes: [Bool]) {
        let batches = 100
        let size = outcomes.count / batches
        var means: [Double] = []
        for batch in 0..<batches {
            var hits = 0
            for index in batch * size..<(batch + 1) * size where outcomes[index] { hits += 1 }
            means.append(Double(hits) / Double(size))
        }
        let spread = Moments(means)
        (ratio, error) = (spread.mean, spread.deviation / Double(batches).squareRoot())
        var both = 0
        for index in 1..<outcomes.count where outcomes[index] && outcomes[index - 1] { both += 1 }
        let variance = ratio * (1 - ratio)
        lagOne = (Double(both) / Double(outcomes.count - 1) - ratio * ratio) / variance
    }

    /// Within three standard errors.
    func matches(_ expected: Double) -> Bool {
        abs(ratio - expected) < 3 * error
    }
}
