package import HTTP

/// `rewrite`: the heads of request and response are changed.
package struct RewriteAction: RuleAction {
    package static let name = "rewrite"

    package var method: String?
    package var requestFields = FieldChanges()
    package var status: Int?
    package var responseFields = FieldChanges()

    package init() {}

    package func prepare(_ plan: inout ExchangePlan, _ match: RuleMatch.Found) {
        if let method { plan.request.head.method = method }
        requestFields.apply(to: &plan.request.head.fields)
    }

    package func revise(_ head: inout HTTPResponseHead) {
        if let status { head = HTTPResponseHead(status: status, fields: head.fields) }
        responseFields.apply(to: &head.fields)
    }
}
