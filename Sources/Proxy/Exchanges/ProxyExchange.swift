package import Forwarding
package import HTTP
package import Serving
package import Wire

/// One exchange through a proxy: the client's side and the server's.
package struct ProxyExchange: Sendable {
    package enum Kind: String, Sendable {
        /// A request in the clear.
        case plain
        /// A request within TLS that the proxy looked into.
        case intercepted
        /// The CONNECT before requests that the proxy saw.
        case interception
        /// A CONNECT, or a connection by SOCKS, whose bytes crossed unseen.
        case tunnel
    }

    /// From 1, in the order in which requests arrived.
    package var number: Int
    package var client: ServedExchange
    /// The CONNECT before the TLS in which it took place.
    package var tunnel: HTTPRequestHead?
    /// The server that the client asked for; nil if its request named none.
    package var asked: Destination?
    /// What rules did to it, and the user at breakpoints, in order.
    package var rules: [AppliedRule]
    /// The response's head as the client got it; nil if there was none. The connection's own fields are missing.
    package var answered: HTTPResponseHead?
    /// nil if the proxy answered by itself.
    package var server: UpstreamFacts?
    /// nil without a cache, and for what never gets to it.
    package var cache: CacheStatus?
    /// The stored response that was the answer; nil if none was.
    package var stored: StoredFacts?
    /// How long it waited at breakpoints; nil if it did not.
    package var held: Nanoseconds?
    /// Why it did not wait at one that it met.
    package var missed: BreakpointMiss?

    package init(
        number: Int,
        client: ServedExchange,
        tunnel: HTTPRequestHead? = nil,
        asked: Destination? = nil,
        rules: [AppliedRule] = [],
        answered: HTTPResponseHead? = nil,
        server: UpstreamFacts? = nil,
        cache: CacheStatus? = nil,
        stored: StoredFacts? = nil,
        held: Nanoseconds? = nil,
        missed: BreakpointMiss? = nil
    ) {
        self.number = number
        self.client = client
        self.tunnel = tunnel
        self.asked = asked
        self.rules = rules
        self.answered = answered
        self.server = server
        self.cache = cache
        self.stored = stored
        self.held = held
        self.missed = missed
    }

    /// Bytes of the kept bodies.
    package var keptBytes: Int { (server?.keptBytes ?? 0) + (stored?.content?.bytes.count ?? 0) }

    package mutating func dropContent() {
        server?.dropContent()
        stored?.content?.drop()
    }

    package var kind: Kind {
        guard client.request?.method == "CONNECT" || client.socks != nil else {
            return tunnel == nil ? .plain : .intercepted
        }
        return server == nil && client.status == 200 ? .interception : .tunnel
    }

    /// The requested URL; for a tunnel its host and port.
    package var url: String {
        client.request.map { Self.url(of: $0, at: asked ?? server?.destination) } ?? ""
    }

    static func url(of request: HTTPRequestHead, at destination: Destination?) -> String {
        guard let destination else { return request.target }
        if request.target.hasPrefix("/") {
            return "\(destination.scheme)://\(destination.authority)\(request.target)"
        }
        // A whole URL that names the proxy is its server's.
        guard
            case .absolute(let scheme, let authority, let path)? = HTTPTarget(
                parsing: request.target,
                method: request.method
            ),
            Destination(scheme: scheme, authority) != destination
        else { return request.target }
        return "\(destination.scheme)://\(destination.authority)\(path.hasPrefix("/") ? "" : "/")\(path)"
    }
}
