/// What a run should show: `cold.makespan within 0.3 % of cold.theory.shared`.
package struct Expectation: Hashable, Sendable {
    /// What is compared: a metric of a step, or of one file of a step.
    package struct Subject: Hashable, Sendable {
        package var step: String
        /// nil means each of the step's transfers, or the step itself for a step's metric.
        package var file: String?
        package var metric: ExpectationMetric
        /// What makes one figure of the transfers' values; nil where each counts by itself.
        package var fold: Fold?

        package init(step: String, file: String? = nil, metric: ExpectationMetric, fold: Fold? = nil) {
            self.step = step
            self.file = file
            self.metric = metric
            self.fold = fold
        }

        /// True where there is one figure of it, whatever it stands beside.
        package var isOne: Bool { metric.isOfStep || fold != nil }
    }

    /// One figure of several transfers'.
    package enum Fold: Hashable, Sendable {
        /// The nearest rank: the smallest value that at least so many percent do not exceed.
        case percentile(Double)
        case max, min, mean, sum
    }

    package enum Comparison: Hashable, Sendable {
        case less, lessOrEqual, greater, greaterOrEqual, equal, notEqual
        /// At most this share of the value away from it: 0.003 for `within 0.3 % of`.
        case within(Double)
    }

    package enum Value: Hashable, Sendable {
        /// In the metric's own unit: nanoseconds, bytes, bit/s, or a plain ratio or number.
        case number(Double)
        case word(String)
        /// A share of the duration: 0.1 for the `10 %` beside a row of the ledger.
        case share(Double)
        /// Another subject times a factor: 0.01 for `1 % of cold.duration`, 1 where there is no percentage.
        case subject(Subject, factor: Double)
    }

    /// As written, white space folded, a step's own expectation with its step's name in front.
    package var text: String
    /// The line in the scenario file, from 1.
    package var line: Int
    package var subject: Subject
    package var comparison: Comparison
    package var value: Value

    package init(text: String, line: Int, subject: Subject, comparison: Comparison, value: Value) {
        self.text = text
        self.line = line
        self.subject = subject
        self.comparison = comparison
        self.value = value
    }
}
