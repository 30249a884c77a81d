import HTTP

/// `noCompression`: the server is asked for bodies as they are.
package struct NoCompressionAction: RuleAction {
    package static let name = "noCompression"

    package init() {}

    package func prepare(_ plan: inout ExchangePlan, _ match: RuleMatch.Found) {
        plan.request.head.fields["Accept-Encoding"] = nil
    }
}
