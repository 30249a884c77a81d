extension YAMLNode {
    /// The node in one line; a mapping without the braces around it.
    var flowText: String {
        guard let entries else { return flow }
        return Self.flow(entries)
    }

    private var flow: String {
        switch content {
        case .scalar(let scalar): scalar.style == .plain ? scalar.text : scalar.text.quotedForYAML
        case .sequence(let items): "[\(items.map(\.flow).joined(separator: ", "))]"
        case .mapping(let entries): entries.isEmpty ? "{}" : "{ \(Self.flow(entries)) }"
        case .refused: ""
        }
    }

    private static func flow(_ entries: [YAMLEntry]) -> String {
        entries.map { "\($0.key.quotedForYAML): \($0.value.flow)" }.joined(separator: ", ")
    }
}
