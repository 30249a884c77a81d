/// Mean and deviation of a sample, with the standard error of the mean.
struct Moments {
    var mean: Double
    var deviation: Double
    var error: Double

    init(_ values: [Double]) {
        var sum = 0.0
        for value in values { sum += value }
        let mean = sum / Double(values.count)
        var squares = 0.0
        for value in values { squares += (value - mean) * (value - mean) }
        self.mean = mean
        deviation = (squares / Double(values.count - 1)).squareRoot()
        error = deviation / Double(values.count).squareRoot()
    }
}
