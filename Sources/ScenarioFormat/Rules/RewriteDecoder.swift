import Forwarding
import HTTP
import Scenarios

/// `rewrite:` -> changes to request and response.
struct RewriteDecoder {
    static let keys = ["request", "response"]
    static let requestKeys = ["url", "method", "host", "path", "query", "headers", "body", "replace"]
    static let responseKeys = ["status", "headers", "body", "replace"]
    static let headerKeys = ["set", "remove", "add"]

    let values: ValueReader
    /// What paths in the rules are relative to.
    let folder: String

    func decode(_ node: YAMLNode) -> RewriteAction? {
        guard let section = Section(node, "rewrite", keys: Self.keys, values: values) else { return nil }
        var action = RewriteAction()
        if let node = section["request"],
            let request = Section(node, "request", keys: Self.requestKeys, values: values)
        {
            let matches = RuleMatchDecoder(values: values)
            action.url = request["url"].flatMap { SubstitutionDecoder(values: values).decode($0, "url") }
            action.requestBody = body(request)
            action.method = request["method"].flatMap { matches.method($0, "method") }
            action.host = request["host"].flatMap(host)
            action.path = request["path"].flatMap { path($0) }
            action.query = request["query"].flatMap { query($0) }
            action.requestFields = request["headers"].map(changes) ?? FieldChanges()
        }
        if let node = section["response"],
            let response = Section(node, "response", keys: Self.responseKeys, values: values)
        {
            action.responseBody = body(response)
            action.status = response.value("status", .count(in: ScenarioLimits.status))
            action.responseFields = response["headers"].map(changes) ?? FieldChanges()
        }
        return action
    }

    /// `body` is a text or `{ file: PATH }`, `replace` one substitution or a list.
    private func body(_ section: Section) -> BodyEdit {
        var edit = BodyEdit()
        if let node = section["replace"] {
            edit.substitutions = SubstitutionDecoder(values: values).list(node, "replace")
        }
        guard let node = section["body"] else { return edit }
        if node.entries == nil {
            edit.content = values.text(node, "body").map { .text($0) }
        } else if let section = Section(node, "body", keys: ["file"], values: values),
            section.require("file"),
            let path = section.value("file", .text), !path.isEmpty
        {
            edit.content = .file(path.hasPrefix("/") ? path : folder + path)
        }
        return edit
    }

    private func host(_ node: YAMLNode) -> String? {
        let hint = ": `mapRemote` changes the port, too"
        return values.value(node, "host", "a name or an address without a port", hint: hint) { text in
            guard let authority = HTTPAuthority(parsing: text), authority.port == nil, !text.isEmpty,
                !text.contains(":") || text.hasPrefix("[")
            else { return nil }
            return authority.host
        }
    }

    private func path(_ node: YAMLNode) -> String? {
        values.value(node, "path", "a path such as /v2/users, escaped where needed") { text in
            if !text.contains("?"), case .origin? = HTTPTarget(parsing: text, method: "GET") {
                text
            } else {
                nil
            }
        }
    }

    private func query(_ node: YAMLNode) -> String? {
        values.value(node, "query", "a query such as a=1&b=2, escaped where needed") { text in
            !text.hasPrefix("?") && HTTPTarget(parsing: "/?\(text)", method: "GET") != nil ? text : nil
        }
    }

    private func changes(_ node: YAMLNode) -> FieldChanges {
        var changes = FieldChanges()
        guard let section = Section(node, "headers", keys: Self.headerKeys, values: values) else {
            return changes
        }
        // A changed statement of how a body ends would break the connection.
        let headers = HeaderDecoder(
            values: values,
            owner: "set by the proxy: it says how a body ends",
            allowsEmpty: true
        )
        changes.removed = section["remove"].map { headers.names($0, "remove") } ?? []
        changes.set = section["set"].flatMap { headers.fields($0, "set") } ?? []
        changes.added = section["add"].flatMap { headers.fields($0, "add") } ?? []
        return changes
    }
}
