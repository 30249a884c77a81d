import Runs
import Scenarios

/// Tests spell metrics as scenarios do. A name that is not known has no value.
extension ExpectationMetric: ExpressibleByStringLiteral {
    /// Spells a metric.
    public init(stringLiteral name: String) {
        self = ExpectationMetric(name: name) ?? ExpectationMetric(name, .word, of: .transfer)
    }
}
