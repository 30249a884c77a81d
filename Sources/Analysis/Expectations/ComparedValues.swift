import Scenarios

/// Two values to compare; for transfers also their file.
struct ComparedValues: Hashable {
    var file: String?
    var value: MetricValue
    var other: MetricValue
    /// Kind of both values.
    var kind: ExpectationMetric.Kind
    /// Base of the percentage shown beside a row of the ledger.
    var duration: Double?

    init(
        file: String?,
        value: MetricValue,
        other: MetricValue,
        kind: ExpectationMetric.Kind,
        duration: Double? = nil
    ) {
        self.file = file
        self.value = value
        self.other = other
        self.kind = kind
        self.duration = duration
    }

    /// The value as a share of the duration; nil if it is not judged as one.
    var share: Double? {
        guard let duration, duration > 0, case .number(let time) = value else { return nil }
        return time / duration
    }

    func holds(_ comparison: Expectation.Comparison) -> Bool {
        switch (value, other) {
        case (.missing, _), (_, .missing): false
        case (.number(let left), .number(let right)): Self.holds(left, comparison, right)
        default:
            switch comparison {
            case .equal: value == other
            case .notEqual: value != other
            case .less, .lessOrEqual, .greater, .greaterOrEqual, .within: false
            }
        }
    }

    private static func holds(_ left: Double, _ comparison: Expectation.Comparison, _ right: Double) -> Bool {
        switch comparison {
        case .less: left < right
        case .lessOrEqual: left <= right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        case .equal: left == right
        case .notEqual: left != right
        case .within(let share): abs(left - right) <= share * abs(right)
        }
    }
}
