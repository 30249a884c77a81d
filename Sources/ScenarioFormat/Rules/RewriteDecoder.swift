import Forwarding
import HTTP
import Scenarios

/// `rewrite:` -> changes to the heads of request and response.
struct RewriteDecoder {
    static let keys = ["request", "response"]
    static let requestKeys = ["method", "headers"]
    static let responseKeys = ["status", "headers"]
    static let headerKeys = ["set", "remove", "add"]
    /// The proxy states how a body ends, and a changed statement would break the connection.
    private static let framing = ["content-length", "transfer-encoding", "connection", "trailer"]

    let values: ValueReader

    func decode(_ node: YAMLNode) -> RewriteAction? {
        guard let section = Section(node, "rewrite", keys: Self.keys, values: values) else { return nil }
        var action = RewriteAction()
        if let node = section["request"],
            let request = Section(
                node,
                "request",
                keys: Self.requestKeys,
                later: ["host", "path", "query"],
                values: values
            )
        {
            let matches = RuleMatchDecoder(values: values)
            action.method = request["method"].flatMap { matches.method($0, "method") }
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

    private func changes(_ node: YAMLNode) -> FieldChanges {
        var changes = FieldChanges()
        guard let section = Section(node, "headers", keys: Self.headerKeys, values: values) else {
            return changes
        }
        let headers = HeaderDecoder(values: values)
        changes.removed = section["remove"].map { headers.names($0, "remove") } ?? []
        changes.set = section["set"].map { headers.fields($0, "set") } ?? []
        changes.added = section["add"].map { headers.fields($0, "add") } ?? []
        let named = changes.removed + (changes.set + changes.added).map(\.name)
        for name in named where Self.framing.contains(name.lowercased()) {
            values.log.report(
                "`\(name)` is the proxy's own: it says how a body ends",
                at: section.span
            )
        }
        return changes
    }
}
