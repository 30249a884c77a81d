package import HTTP

/// `rewrite`: request and response are changed.
package struct RewriteAction: RuleAction {
    package static let name = "rewrite"

    package var method: String?
    /// Applied to the whole URL, before everything else; a result that is none is ignored.
    package var url: TextSubstitution?
    /// The server that is asked, at the same port.
    package var host: String?
    /// Begins with a slash.
    package var path: String?
    /// Without its question mark; empty removes it.
    package var query: String?
    package var requestFields = FieldChanges()
    package var requestBody = BodyEdit()
    package var status: Int?
    package var responseBody = BodyEdit()
    package var responseFields = FieldChanges()

    package init() {}

    package func prepare(_ plan: inout ExchangePlan, _ match: RuleMatch.Found) {
        if let url { Self.redirect(&plan.request, to: url.applied(to: plan.request.url)) }
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
        if !requestBody.isEmpty { plan.requestBody = Self.sum(plan.requestBody, requestBody) }
        if !responseBody.isEmpty { plan.responseBody = Self.sum(plan.responseBody, responseBody) }
    }

    private static func sum(_ earlier: BodyEdit?, _ later: BodyEdit) -> BodyEdit {
        var sum = earlier ?? BodyEdit()
        sum.add(later)
        return sum
    }

    private static func redirect(_ request: inout ForwardedRequest, to url: String) {
        guard url != request.url,
            case .absolute(let scheme, let authority, let path)? = HTTPTarget(parsing: url, method: "GET")
        else { return }
        let destination = Destination(scheme: scheme, authority)
        if destination != request.destination {
            request.destination = destination
            request.head.fields["Host"] = destination.authority
        }
        request.head.target = path.isEmpty ? "/" : path.hasPrefix("/") ? path : "/\(path)"
    }

    package func revise(_ head: inout HTTPResponseHead) {
        if let status { head = HTTPResponseHead(status: status, fields: head.fields) }
        responseFields.apply(to: &head.fields)
    }
}
