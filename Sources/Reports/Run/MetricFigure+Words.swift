import Figures
import Runs
import Wire

extension MetricFigure {
    var words: String {
        switch self {
        case .missing: "not known"
        case .word(let word): word
        case .time(let value): DurationFormat.text(Nanoseconds(clamping: value))
        case .bytes(let value): ByteFormat.text(Int(Nanoseconds(clamping: value)))
        case .rate(let value): RateFormat.text(Nanoseconds(clamping: value))
        case .ratio(let value): FixedPoint.percent(value)
        case .number(let value): FixedPoint.text(value, digits: value == value.rounded() ? 0 : 3)
        }
    }
}

extension Int64 {
    /// The nearest value that fits.
    fileprivate init(clamping value: Double) {
        self = Int64(exactly: value.rounded()) ?? (value > 0 ? .max : .min)
    }
}
