import HTTP

/// Decides which requests a rule is for: those that meet every condition. Without conditions it is for all.
package struct RuleMatch: Hashable, Sendable {
    /// What a match has found out.
    package struct Found: Hashable, Sendable {
        /// What the star at the end of the URL or the path stands for, query included; nil without one.
        var rest: String?
    }

    package var url: URLPattern?
    /// Found anywhere in the URL, query included.
    package var pattern: RegularExpression?
    package var host: HostPattern?
    /// For the path without its query.
    package var path: StarPattern?
    package var query: StarPattern?
    package var method: String?
    package var port: UInt16?
    package var isEncrypted: Bool?
    /// Values that fields must have, by name.
    package var fields: [String: StarPattern] = [:]

    package init() {}

    /// Whether the rule is for every connection with the server, whatever is asked on it.
    func covers(_ server: Destination) -> Bool {
        guard url == nil, pattern == nil, path == nil, query == nil, method == nil, isEncrypted == nil,
            fields.isEmpty
        else {
            return false
        }
        return host?.matches(server) ?? true && port ?? server.port == server.port
    }

    /// nil if the rule is not for the request.
    func match(_ request: ForwardedRequest) -> Found? {
        let (destination, head) = (request.destination, request.head)
        if let host, !host.matches(destination) { return nil }
        if let pattern, !pattern.occurs(in: request.url) { return nil }
        if let port, port != destination.port { return nil }
        if let isEncrypted, isEncrypted != destination.isEncrypted { return nil }
        if let method, method != head.method { return nil }
        for (name, pattern) in fields {
            guard let value = head.fields.combined(name), pattern.matches(value) else { return nil }
        }
        let parts = head.target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        if let query, !query.matches(parts.count > 1 ? String(parts[1]) : "") { return nil }
        var found = Found()
        if let path {
            guard let rest = path.rest(in: String(parts[0])) else { return nil }
            if path.endsInStar { found.rest = rest + (parts.count > 1 ? "?\(parts[1])" : "") }
        }
        if let url {
            guard let rest = url.rest(in: request.url) else { return nil }
            if url.endsInStar { found.rest = rest }
        }
        return found
    }
}
