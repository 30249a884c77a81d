/// A condition on a run's result, such as `cold.makespan within 0.3 % of cold.theory.shared`.
package struct Expectation: Hashable, Sendable {
    /// The figure to compare: a metric of a step, or of one file in a step.
    package struct Subject: Hashable, Sendable {
        package var step: String
        /// nil means each of the step's transfers, or the step itself if the metric belongs to steps.
        package var file: String?
        package var metric: ExpectationMetric
        /// How to combine the transfers' values into one figure; nil compares each value separately.
        package var fold: Fold?

        package init(step: String, file: String? = nil, metric: ExpectationMetric, fold: Fold? = nil) {
            self.step = step
            self.file = file
            self.metric = metric
            self.fold = fold
        }

        /// True if it is a single figure by itself, without regard to the other side.
        package var isOne: Bool { metric.isOfStep || fold != nil }
    }

    /// How several transfers' values become one figure.
    package enum Fold: Hashable, Sendable {
        /// Nearest rank: the smallest value that at least this percentage of the values do not exceed.
        case percentile(Double)
        case max, min, mean, sum
    }

    package enum Comparison: Hashable, Sendable {
        case less, lessOrEqual, greater, greaterOrEqual, equal, notEqual
        /// At most this share of the value away from it, such as 0.003 for `within 0.3 % of`.
        case within(Double)
    }

    package enum Value: Hashable, Sendable {
        /// In the metric's own unit: nanoseconds, bytes, bit/s, or a plain number.
        case number(Double)
        case word(String)
        /// A share of the duration, such as 0.1 for the `10 %` beside a ledger row.
        case share(Double)
        /// Another subject times a factor, such as 0.01 for `1 % of cold.duration`; 1 without a percentage.
        case subject(Subject, factor: Double)
    }

    /// The text as written, with white space folded. A step's own expectation has the step's name in front.
    package var text: String
    /// Line number in the scenario file, from 1.
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

// MARK: Failure

extension Sequence<Expectation> {
    /// True if an expectation names the error or the status of such a transfer, whose failure then does not
    /// fail the run.
    package func allowFailure(of file: String, in step: String) -> Bool {
        contains { expectation in
            let subject = expectation.subject
            return subject.step == step && (subject.file ?? file) == file
                && ["error", "status", "wireStatus"].contains(subject.metric.name)
        }
    }
}
