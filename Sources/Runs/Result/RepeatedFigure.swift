package import JSON
package import Wire

/// One time over the repetitions of a run: the middle one, how far apart they are, and which run was worst.
package struct RepeatedFigure: Hashable, Sendable {
    package var scenario: String
    /// The combination that was repeated; empty without a matrix.
    package var matrix: [MatrixValue]
    package var step: String
    /// nil for the step's makespan; for a file's `duration`, its name.
    package var file: String?
    /// How many runs had it.
    package var runs: Int
    package var median: Nanoseconds
    package var least: Nanoseconds
    package var greatest: Nanoseconds
    /// The repetition that took longest, counted from 1.
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

    /// The spread as a share of the median; nil where that is nothing.
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
