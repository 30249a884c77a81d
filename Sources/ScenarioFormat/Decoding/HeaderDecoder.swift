import HTTP
import Scenarios

/// Headers that a file names.
struct HeaderDecoder {
    /// Fields with which a message's sender frames it.
    private static let framing = ["content-length", "transfer-encoding", "connection", "trailer"]

    let values: ValueReader
    /// Whose the fields of framing are, and why: `the proxy's own: …`. nil if they may be named.
    var owner: String?
    var allowsEmpty = false

    /// A mapping of names to values.
    func fields(_ node: YAMLNode, _ title: String) -> [HTTPField]? {
        let wanted = "names to values ({ X-Served-By: cdn-7 })"
        let most = (ScenarioLimits.fields, "fields in `\(title)`")
        return values.entries(node, title, wanted, most: most)?.compactMap { entry in
            guard isName(entry.key, at: entry.keySpan) else { return nil }
            return value(entry.value, entry.key).map { HTTPField(name: entry.key, value: $0) }
        }
    }

    /// One name, or a list of them.
    func names(_ node: YAMLNode, _ title: String) -> [String] {
        node.items.compactMap { item in
            values.text(item, title).flatMap { isName($0, at: item.span) ? $0 : nil }
        }
    }

    /// A field's value, which must not contain line breaks.
    func value(_ node: YAMLNode, _ title: String) -> String? {
        guard let text = values.text(node, title) else { return nil }
        guard HTTPField.isValue(text), allowsEmpty || !text.isEmpty else {
            values.log.report(
                "`\(title)`: \(text.quoted) cannot be a header's value: use one line of visible characters",
                at: node.span
            )
            return nil
        }
        return text
    }

    private func isName(_ text: String, at span: SourceSpan) -> Bool {
        guard HTTPField.isName(text) else {
            values.log.report("\(text.quoted) cannot name a header: use letters, digits and - _ .", at: span)
            return false
        }
        if let owner, Self.framing.contains(text.lowercased()) {
            values.log.report("`\(text)` is \(owner)", at: span)
            return false
        }
        return true
    }
}
