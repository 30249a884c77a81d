/// One node of a YAML document with its place.
package struct YAMLNode: Hashable, Sendable {
    package indirect enum Content: Hashable, Sendable {
        case scalar(YAMLScalar)
        case sequence([YAMLNode])
        case mapping([YAMLEntry])
        /// Already reported: reading it reports nothing more.
        case refused
    }

    package var content: Content
    package var span: SourceSpan

    package init(_ content: Content, _ span: SourceSpan) {
        self.content = content
        self.span = span
    }

    package var scalar: YAMLScalar? {
        if case .scalar(let scalar) = content { scalar } else { nil }
    }

    package var entries: [YAMLEntry]? {
        if case .mapping(let entries) = content { entries } else { nil }
    }

    /// The items of a list, or the node alone in place of a list.
    var items: [YAMLNode] {
        if case .sequence(let items) = content { items } else { [self] }
    }

    /// The place of the value under a key, or else the node's own.
    func place(_ key: String) -> SourceSpan {
        entries?.first { $0.key == key }?.value.span ?? span
    }

    package var isRefused: Bool { content == .refused }

    /// True for a key without a value, `~` and `null`.
    package var isNull: Bool {
        guard let scalar, scalar.style == .plain else { return false }
        return ["", "~", "null", "Null", "NULL"].contains(scalar.text)
    }

    /// Its kind, for a message about a wrong type.
    package var description: String {
        switch content {
        case .scalar: isNull ? "nothing" : "a single value"
        case .sequence: "a list"
        case .mapping: "a mapping"
        case .refused: "something refused"
        }
    }

    /// Number of nodes in the tree, keys included.
    package var count: Int {
        switch content {
        case .scalar, .refused: 1
        case .sequence(let items): items.reduce(1) { $0 + $1.count }
        case .mapping(let entries): entries.reduce(1) { $0 + 1 + $1.value.count }
        }
    }
}
