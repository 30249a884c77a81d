import HTTP

/// Headers that rules name.
struct HeaderDecoder {
    let values: ValueReader

    /// A mapping of names to values.
    func fields(_ node: YAMLNode, _ title: String) -> [HTTPField] {
        guard let entries = node.entries else {
            if !node.isRefused {
                values.log.report(
                    "`\(title)` takes a mapping of names to values ({ X-Served-By: cdn-7 }), not \(node.description)",
                    at: node.span
                )
            }
            return []
        }
        return entries.compactMap { entry in
            guard isName(entry.key, at: entry.keySpan), let text = values.text(entry.value, entry.key) else {
                return nil
            }
            guard HTTPField.isValue(text) else {
                values.log.report(
                    "`\(entry.key)`: \(text.quoted) cannot be a header's value: use one line of visible characters",
                    at: entry.value.span
                )
                return nil
            }
            return HTTPField(name: entry.key, value: text)
        }
    }

    /// One name, or a list of them.
    func names(_ node: YAMLNode, _ title: String) -> [String] {
        StepsDecoder.items(node).compactMap { item in
            values.text(item, title).flatMap { isName($0, at: item.span) ? $0 : nil }
        }
    }

    private func isName(_ text: String, at span: SourceSpan) -> Bool {
        if HTTPField.isName(text) { return true }
        values.log.report("\(text.quoted) cannot name a header: use letters, digits and - _ .", at: span)
        return false
    }
}
