import Scenarios

extension ExpectationMetric {
    /// The words that may stand beside it. nil where any word may: an error's is the client's to choose.
    /// `none` is a value that is not there.
    var words: [String]? {
        switch self {
        case .source: ["memory", "disk", "revalidated", "network", "none"]
        case .tier: ["memory", "disk", "none"]
        case .newConnection: ["true", "false"]
        case .httpVersion: ["HTTP/1.0", "HTTP/1.1", "HTTP/2", "none"]
        case .status, .wireStatus, .connection: ["none"]
        case .error: nil
        default: []
        }
    }

    /// The kind of quantity beside it; nil where a plain number or a word stands there.
    var quantity: QuantityKind? {
        switch kind {
        case .time: .duration
        case .bytes: .bytes
        case .rate: .rate
        case .ratio: .percent
        case .number, .word: nil
        }
    }

    /// What one calls its values in a sentence.
    var noun: String {
        switch kind {
        case .number: "a number"
        case .word: "a word"
        default: quantity?.noun ?? "a value"
        }
    }
}
