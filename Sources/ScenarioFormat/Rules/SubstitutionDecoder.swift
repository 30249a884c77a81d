import Forwarding

/// `{ text: A, with: B }` or `{ pattern: A, with: B }` -> a substitution.
struct SubstitutionDecoder {
    static let keys = ["text", "pattern", "with"]

    let values: ValueReader

    /// One of them, or a list.
    func list(_ node: YAMLNode, _ title: String) -> [TextSubstitution] {
        node.items.compactMap { decode($0, title) }
    }

    func decode(_ node: YAMLNode, _ title: String) -> TextSubstitution? {
        guard let section = Section(node, title, keys: Self.keys, values: values),
            let kind = section.sole(of: ["text", "pattern"], "`\(title)` looks for one of them"),
            section.require("with"), let replacement = section.value("with", .text),
            let sought = section[kind]
        else { return nil }
        if kind == "pattern" { return pattern(sought).map { .pattern($0, with: replacement) } }
        guard let text = values.text(sought, "text") else { return nil }
        if text.isEmpty {
            values.log.report("`text` is empty: it names the text to replace", at: sought.span)
            return nil
        }
        return .text(text, with: replacement)
    }

    func pattern(_ node: YAMLNode) -> RegularExpression? {
        guard let text = values.text(node, "pattern") else { return nil }
        do throws(RegularExpression.Fault) {
            return try RegularExpression(text)
        } catch {
            values.log.report(
                "`pattern`: \(text.quoted) is not a regular expression: \(error)",
                at: node.span
            )
            return nil
        }
    }
}
