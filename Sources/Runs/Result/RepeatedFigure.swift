package import JSON
package import Wire

/// One time over a run's repetitions: the median, the spread, and the worst run.
package struct RepeatedFigure: Hashable, Sendable {
    package var scenario: String
    /// The repeated combination; empty without a matrix.
    package var matrix: [MatrixValue]
    package var step: String
    /// Name of the file whose `duration` this is; nil for the step's makespan.
    package var file: String?
    /// Number of runs that have the figure.
    package var runs: Int
    package var median: Nanoseconds
    package var least: Nanoseconds
    package var greatest: Nanoseconds
    /// The repetition with the longest time, from 1.
    package var worstRepetition: Int

    package init(
        scenario: String,
        matrix: [MatrixValue] = [],
        step: String,
        file: String? = nil,
        runs: Int,
        median: Nanoseconds,
        least: Nanoseconds,
        greatest: Nanoseconds,
        worstRepetition: Int
    ) {
        self.scenario = scenario
        self.matrix = matrix
        self.step = step
        self.file = file
        self.runs = runs
        self.median = median
        self.least = least
        self.greatest = greatest
        self.worstRepetition = worstRepetition
    }

    package var spread: Nanoseconds { greatest - least }

    /// The spread as a share of the median; nil if the median is zero.
    package var relativeSpread: Double? {
        median == 0 ? nil : Double(spread) / Double(median)
    }
}

extension RepeatedFigure: JSONRepresentable {
    package var json: JSONValue {
        [
            "scenario": scenario.json,
            "matrix": matrix.isEmpty ? nil : .object(matrix.map { .init(key: $0.key, value: $0.value.json) }),
            "step": step.json, "file": file.json, "figure": file == nil ? "makespan" : "duration",
            "runs": runs.json, "medianNs": median.json, "leastNs": least.json, "greatestNs": greatest.json,
            "spreadNs": spread.json, "worstRepeat": worstRepetition.json,
        ]
    }
}
