import JSON
import Runs
import Scenarios

/// The value of a metric in a result.
enum MetricValue: Hashable {
    /// In the metric's own unit.
    case number(Double)
    case word(String)
    /// The run does not contain it.
    case missing

    init(_ number: (some BinaryInteger)?) {
        self = number.map { .number(Double($0)) } ?? .missing
    }

    init(_ number: Double?) {
        self = number.map { .number($0) } ?? .missing
    }

    init(_ json: JSONValue?) {
        self =
            switch json {
            case .bool(let flag): .word(flag ? "true" : "false")
            case .string(let word): .word(word)
            default: Self(json?.number)
            }
    }

    func scaled(by factor: Double) -> MetricValue {
        if case .number(let value) = self { .number(value * factor) } else { self }
    }

    /// Missing if either is no number, or if the divisor is zero.
    func divided(by other: MetricValue) -> MetricValue {
        guard case .number(let value) = self, case .number(let whole) = other, whole != 0 else {
            return .missing
        }
        return .number(value / whole)
    }

    /// With the unit of its kind.
    func figure(_ kind: ExpectationMetric.Kind) -> MetricFigure {
        switch self {
        case .missing: .missing
        case .word(let word): .word(word)
        case .number(let value):
            switch kind {
            case .time: .time(value)
            case .bytes: .bytes(value)
            case .rate: .rate(value)
            case .ratio: .ratio(value)
            case .number, .word: .number(value)
            }
        }
    }
}
