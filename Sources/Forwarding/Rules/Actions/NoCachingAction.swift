package import HTTP

/// `noCaching`: neither the client nor a cache on the way answers with a stored response.
package struct NoCachingAction: RuleAction {
    package static let name = "noCaching"

    private static let conditions = ["If-None-Match", "If-Modified-Since", "If-Range"]
    private static let lifetimes = ["Expires", "ETag", "Last-Modified", "Age"]

    package init() {}

    package func prepare(_ plan: inout ExchangePlan, _ match: RuleMatch.Found) {
        for name in Self.conditions { plan.request.head.fields[name] = nil }
        plan.request.head.fields["Cache-Control"] = "no-cache"
    }

    package func revise(_ head: inout HTTPResponseHead) {
        for name in Self.lifetimes { head.fields[name] = nil }
        head.fields["Cache-Control"] = "no-store"
    }
}
