import Forwarding
import HTTP

/// `match:` -> a pattern for URLs, or conditions by name.
struct RuleMatchDecoder {
    static let keys = ["url", "pattern", "scheme", "host", "port", "path", "query", "method", "header"]

    let values: ValueReader

    /// nil with the reason in the log.
    func decode(_ node: YAMLNode) -> RuleMatch? {
        var match = RuleMatch()
        guard node.entries != nil else {
            match.url = url(node, "match")
            return match.url.map { _ in match }
        }
        let advice = ["headers": "write `header`"]
        guard let section = Section(node, "match", keys: Self.keys, advice: advice, values: values) else {
            return nil
        }
        match.url = section["url"].flatMap { url($0, "url") }
        match.pattern = section["pattern"].flatMap { SubstitutionDecoder(values: values).pattern($0) }
        match.isEncrypted = section["scheme"]
            .flatMap { values.word($0, "scheme", among: ["http", "https"]) }.map { $0 == "https" }
        match.host = section["host"].flatMap(host)
        match.port = section.value("port", .count(in: 1...65_535)).flatMap { UInt16(exactly: $0) }
        match.path = section["path"].flatMap(path)
        match.query = section.value("query", .text).map { StarPattern($0) }
        match.method = section["method"].flatMap { method($0, "method") }
        if let node = section["header"] { match.fields = fields(node) }
        return match
    }

    private func url(_ node: YAMLNode, _ title: String) -> URLPattern? {
        let wanted = "a URL with stars, such as https://api.example.com/v1/*"
        return values.value(node, title, wanted, URLPattern.init)
    }

    private func host(_ node: YAMLNode) -> HostPattern? {
        let wanted = "a name such as api.example.com, *.example.com or localhost:8443"
        return values.value(node, "host", wanted, HostPattern.init)
    }

    private func path(_ node: YAMLNode) -> StarPattern? {
        guard let text = values.text(node, "path") else { return nil }
        if text.hasPrefix("/") || text.hasPrefix("*"), !text.contains("?") { return StarPattern(text) }
        let meant = text.contains("?") ? "what follows a `?` belongs in `query`" : "it begins with a slash"
        values.log.report(
            "`path` takes a path such as /images/*, not \(text.quoted): \(meant)",
            at: node.span
        )
        return nil
    }

    /// Methods are compared as they are spelt, and every registered one is in capitals.
    func method(_ node: YAMLNode, _ title: String) -> String? {
        guard let text = values.text(node, title) else { return nil }
        if HTTPField.isName(text), text == text.uppercased() { return text }
        values.log.report(
            "`\(title)` takes a method in capitals, such as POST, not \(text.quoted)",
            at: node.span,
            word: text,
            among: [text.uppercased()]
        )
        return nil
    }

    private func fields(_ node: YAMLNode) -> [String: StarPattern] {
        var fields: [String: StarPattern] = [:]
        for field in HeaderDecoder(values: values, allowsEmpty: true).fields(node, "header") ?? [] {
            fields[field.name] = StarPattern(field.value)
        }
        return fields
    }
}
