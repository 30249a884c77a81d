package import HTTP

/// `rewrite`: the heads of request and response are changed.
package struct RewriteAction: RuleAction {
    package static let name = "rewrite"

    package var method: String?
    /// The server that is asked, at the same port.
    package var host: String?
    /// Begins with a slash.
    package var path: String?
    /// Without its question mark; empty removes it.
    package var query: String?
    package var requestFields = FieldChanges()
    package var status: Int?
    package var responseFields = FieldChanges()

    package init() {}

    package func prepare(_ plan: inout ExchangePlan, _ match: RuleMatch.Found) {
        if let method { plan.request.head.method = method }
        if let host {
            let asked = plan.request.destination
            let destination = Destination(host: host, port: asked.port, isEncrypted: asked.isEncrypted)
            plan.request.destination = destination
            plan.request.head.fields["Host"] = destination.authority
        }
        // `OPTIONS *` has neither path nor query.
        if path != nil || query != nil, plan.request.head.target.hasPrefix("/") {
            let asked = plan.request.head.target
            let end = asked.firstIndex(of: "?") ?? asked.endIndex
            let queried = query.map { $0.isEmpty ? "" : "?\($0)" } ?? String(asked[end...])
            plan.request.head.target = (path ?? String(asked[..<end])) + queried
        }
        requestFields.apply(to: &plan.request.head.fields)
    }

    package func revise(_ head: inout HTTPResponseHead) {
        if let status { head = HTTPResponseHead(status: status, fields: head.fields) }
        responseFields.apply(to: &head.fields)
    }
}
