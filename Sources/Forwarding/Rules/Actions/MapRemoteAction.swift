import HTTP

/// `mapRemote`: another server is asked.
package struct MapRemoteAction: RuleAction {
    package static let name = "mapRemote"

    private let destination: Destination
    /// Path and query; nil keeps the request's own.
    private let target: String?

    /// nil unless it is an http or https URL.
    package init?(url: String) {
        guard case .absolute(let scheme, let authority, let path)? = HTTPTarget(parsing: url, method: "GET")
        else { return nil }
        destination = Destination(scheme: scheme, authority)
        target = path.isEmpty ? nil : path.hasPrefix("/") ? path : "/\(path)"
    }

    package func prepare(_ plan: inout ExchangePlan, _ match: RuleMatch.Found) {
        plan.request.destination = destination
        plan.request.head.fields["Host"] = destination.authority
        // `OPTIONS *` has no path.
        guard let target, plan.request.head.target.hasPrefix("/") else { return }
        plan.request.head.target = mapped(target, plan.request.head.target, match)
    }

    private func mapped(_ target: String, _ asked: String, _ match: RuleMatch.Found) -> String {
        if target.hasSuffix("/"), let rest = match.rest {
            return target + (rest.hasPrefix("/") ? String(rest.dropFirst()) : rest)
        }
        return target.contains("?") ? target : target + asked.drop { $0 != "?" }
    }
}
