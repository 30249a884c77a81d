/// Path of a value in a scenario: `link.down.loss`, `steps.cold.start`, `origin.files.a.jpg.size`.
struct KeyPath {
    /// A part that cannot be followed.
    struct Problem: Error {
        var message: String
    }

    let text: String
    private let parts: [String]

    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard !parts.contains(""), parts.count <= YAMLLimits.nesting else { return nil }
        self.text = text
        self.parts = parts
    }

    /// Sets `value` at this path and creates missing mappings. `span` is the place of the path itself.
    func set(_ value: YAMLNode, in root: inout YAMLNode, span: SourceSpan) throws(Problem) {
        try set(value, in: &root, from: 0, span: span)
    }

    private func set(_ value: YAMLNode, in node: inout YAMLNode, from index: Int, span: SourceSpan)
        throws(Problem)
    {
        guard index < parts.count else {
            node = value
            return
        }
        switch node.content {
        case .mapping(var entries):
            // A name may contain points: the longest existing one is meant.
            for end in stride(from: parts.count, to: index, by: -1) {
                let key = parts[index..<end].joined(separator: ".")
                guard let found = entries.firstIndex(where: { $0.key == key }) else { continue }
                try set(value, in: &entries[found].value, from: end, span: span)
                if end == parts.count { entries[found].keySpan = keySpan(index, span) }
                node.content = .mapping(entries)
                return
            }
            var made = YAMLNode(.mapping([]), span)
            try set(value, in: &made, from: index + 1, span: span)
            entries.append(YAMLEntry(key: parts[index], keySpan: keySpan(index, span), value: made))
            node.content = .mapping(entries)
        case .sequence(var items):
            guard let found = items.firstIndex(where: { name(of: $0) == parts[index] }) else {
                let names = items.compactMap(name).map { "`\($0)`" }.joined(separator: ", ")
                throw Problem(
                    message: "the list \(prefix(index).quoted) has no element \(parts[index].quoted)"
                        + (names.isEmpty ? "" : ": it has \(names)")
                )
            }
            try set(value, in: &items[found], from: index + 1, span: span)
            node.content = .sequence(items)
        case .scalar where node.isNull:
            node = YAMLNode(.mapping([]), node.span)
            try set(value, in: &node, from: index, span: span)
        case .scalar:
            throw Problem(
                message: "\(prefix(index).quoted) is a single value: it has no \(parts[index].quoted)"
            )
        case .refused:
            return
        }
    }

    /// The place of one part within the path.
    private func keySpan(_ index: Int, _ span: SourceSpan) -> SourceSpan {
        let before = parts[..<index].reduce(0) { $0 + $1.unicodeScalars.count + 1 }
        return span.advanced(by: before)
    }

    private func prefix(_ index: Int) -> String { parts[..<index].joined(separator: ".") }

    private func name(of node: YAMLNode) -> String? {
        node.entries?.first { $0.key == "name" }?.value.scalar?.text
    }
}
