/// Requests that a breakpoint is for: a URL with stars (`https://api.example.com/v1/*`), or a host
/// (`*.example.com`, `localhost:8443`, `*`).
package struct BreakpointPattern: Hashable, Sendable, CustomStringConvertible {
    private enum Kind: Hashable {
        case url(URLPattern)
        case host(HostPattern)
    }

    private let kind: Kind
    package let description: String

    /// nil if it is neither.
    package init?(_ text: String) {
        if let url = URLPattern(text) {
            kind = .url(url)
        } else if let host = HostPattern(text) {
            kind = .host(host)
        } else {
            return nil
        }
        description = text
    }

    package func matches(_ request: ForwardedRequest) -> Bool {
        switch kind {
        case .url(let pattern): pattern.rest(in: request.url) != nil
        case .host(let pattern): pattern.matches(request.destination)
        }
    }
}
