import Figures
import Scenarios
import Wire

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

    init(_ word: String?) {
        self = word.map { .word($0) } ?? .missing
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

    func text(_ kind: ExpectationMetric.Kind) -> String {
        switch self {
        case .missing: return "not known"
        case .word(let word): return word
        case .number(let value):
            switch kind {
            case .time: return DurationFormat.text(Nanoseconds(clamping: value))
            case .bytes: return ByteFormat.text(Int(Nanoseconds(clamping: value)))
            case .rate: return RateFormat.text(Nanoseconds(clamping: value))
            case .ratio: return FixedPoint.percent(value)
            case .number, .word:
                return value == value.rounded()
                    ? FixedPoint.text(value, digits: 0) : FixedPoint.text(value, digits: 3)
            }
        }
    }
}

extension Int64 {
    /// The nearest value that fits.
    fileprivate init(clamping value: Double) {
        self = Int64(exactly: value.rounded()) ?? (value > 0 ? .max : .min)
    }
}
