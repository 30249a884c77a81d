import Scenarios

extension ExpectationMetric {
    /// The words that it may be compared with; nil if any word is allowed, because the client chooses an
    /// error's words. `none` is a missing value.
    var words: [String]? {
        switch self {
        case .source: ["memory", "disk", "revalidated", "network", "none"]
        case .tier: ["memory", "disk", "none"]
        case .newConnection: ["true", "false"]
        case .proxyKeptAlive: ["true", "false", "none"]
        case .httpVersion: ["HTTP/1.0", "HTTP/1.1", "HTTP/2", "none"]
        case .status, .wireStatus, .connection: ["none"]
        case .error: nil
        default: []
        }
    }

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
