import JSON

/// The text that orders a bench: a scenario without steps.
enum Order {
    static func text(_ line: Bench.Line, _ origin: Bench.Origin) -> String {
        line.order + origin.order
    }

    /// One key of the order. A string is text in YAML, which is moved below its key.
    static func section(_ key: String, _ value: JSONValue) -> String {
        guard case .string(let yaml) = value else { return "\(key): \(value.line)\n" }
        let lines = yaml.split(separator: "\n", omittingEmptySubsequences: false)
        return "\(key):\n" + lines.map { $0.isEmpty ? "\n" : "  \($0)\n" }.joined()
    }
}
