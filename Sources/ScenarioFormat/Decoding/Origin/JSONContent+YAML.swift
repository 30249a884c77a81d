import Scenarios

extension JSONContent {
    /// A node as JSON: quoted scalars are strings, plain ones what they look like.
    init(_ node: YAMLNode) {
        switch node.content {
        case .scalar(let scalar):
            if node.isNull {
                self = .literal("null")
            } else if scalar.style == .plain, Self.isLiteral(scalar.text) {
                self = .literal(scalar.text)
            } else {
                self = .string(scalar.text)
            }
        case .sequence(let items): self = .array(items.map { JSONContent($0) })
        case .mapping(let entries):
            self = .object(entries.map { Member(name: $0.key, value: JSONContent($0.value)) })
        // Already reported: the scenario is rejected.
        case .refused: self = .literal("null")
        }
    }

    private static func isLiteral(_ text: String) -> Bool {
        ["true", "false"].contains(text)
            || text.wholeMatch(of: /-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][-+]?[0-9]+)?/) != nil
    }
}
