extension Expectation.Subject {
    /// `STEP.METRIC` or `STEP[FILE].METRIC`.
    package var text: String {
        step + (file.map { "[\($0)]" } ?? "") + "." + metric.rawValue
    }
}
