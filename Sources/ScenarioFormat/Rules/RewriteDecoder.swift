import Forwarding
import HTTP
import Scenarios

/// `rewrite:` -> changes to the heads of request and response.
struct RewriteDecoder {
    static let keys = ["request", "response"]
    static let requestKeys = ["method", "host", "path", "query", "headers"]
    static let responseKeys = ["status", "headers"]
    static let headerKeys = ["set", "remove", "add"]

    let values: ValueReader

    func decode(_ node: YAMLNode) -> RewriteAction? {
        guard let section = Section(node, "rewrite", keys: Self.keys, values: values) else { return nil }
        var action = RewriteAction()
        if let node = section["request"],
            let request = Section(
                node,
                "request",
                keys: Self.requestKeys,
                values: values
            )
        {
            let matches = RuleMatchDecoder(values: values)
            action.method = request["method"].flatMap { matches.method($0, "method") }
            action.host = request["host"].flatMap(host)
            action.path = request["path"].flatMap { path($0) }
            action.query = request["query"].flatMap { query($0) }
            action.requestFields = request["headers"].map(changes) ?? FieldChanges()
        }
        if let node = section["response"],
            let response = Section(
                node,
                "response",
                keys: Self.responseKeys,
                later: ["body"],
                values: values
            )
        {
            action.status = response.integer("status", in: ScenarioLimits.status).map { Int($0) }
            action.responseFields = response["headers"].map(changes) ?? FieldChanges()
        }
        return action
    }

    private func host(_ node: YAMLNode) -> String? {
        guard let text = values.text(node, "host") else { return nil }
        if let authority = HTTPAuthority(parsing: text), authority.port == nil, !text.isEmpty,
            !text.contains(":") || text.hasPrefix("[")
        {
            return authority.host
        }
        values.log.report(
            "`host` takes a name or an address without a port, not \(text.quoted): `mapRemote` changes the port, too",
            at: node.span
        )
        return nil
    }

    private func path(_ node: YAMLNode) -> String? {
        guard let text = values.text(node, "path") else { return nil }
        if !text.contains("?"), case .origin? = HTTPTarget(parsing: text, method: "GET") { return text }
        values.log.report(
            "`path` takes a path such as /v2/users, escaped where needed, not \(text.quoted)",
            at: node.span
        )
        return nil
    }

    private func query(_ node: YAMLNode) -> String? {
        guard let text = values.text(node, "query") else { return nil }
        if !text.hasPrefix("?"), HTTPTarget(parsing: "/?\(text)", method: "GET") != nil { return text }
        values.log.report(
            "`query` takes a query such as a=1&b=2, escaped where needed, not \(text.quoted)",
            at: node.span
        )
        return nil
    }

    private func changes(_ node: YAMLNode) -> FieldChanges {
        var changes = FieldChanges()
        guard let section = Section(node, "headers", keys: Self.headerKeys, values: values) else {
            return changes
        }
        // A changed statement of how a body ends would break the connection.
        let headers = HeaderDecoder(
            values: values,
            owner: "the proxy's own: it says how a body ends",
            allowsEmpty: true
        )
        changes.removed = section["remove"].map { headers.names($0, "remove") } ?? []
        changes.set = section["set"].flatMap { headers.fields($0, "set") } ?? []
        changes.added = section["add"].flatMap { headers.fields($0, "add") } ?? []
        return changes
    }
}
