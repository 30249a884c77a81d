import Scenarios

extension ExpectationMetric {
    /// The kind of quantity that it is compared with; nil for a plain number or a word.
    var quantity: QuantityKind? {
        switch kind {
        case .time: .duration
        case .bytes: .bytes
        case .rate: .rate
        case .ratio: .percent
        case .number, .word: nil
        }
    }

    /// Name of its values in a sentence.
    var noun: String {
        switch kind {
        case .number: "a number"
        case .word: "a word"
        default: quantity?.noun ?? "a value"
        }
    }
}
