package import HTTP
package import Wire

/// A request as a proxy sends it on: where to, and with which head.
package struct ForwardedRequest: Hashable, Sendable {
    package internal(set) var destination: Destination
    /// In origin form, without fields of the client's connection.
    package internal(set) var head: HTTPRequestHead
    /// The proxy as its client names it, if it stands in the server's place.
    package let standIn: String?
    /// The client offers to switch to another protocol.
    package let offersUpgrade: Bool
    /// The end of the tunnel in which the client speaks HTTP/2 in the clear; nil if it does not.
    private let clearHTTP2: Destination?

    /// `tunnel` is where the client's CONNECT led; nil for a request outside a tunnel. `address` is the tunnel's
    /// end if its client had looked the name up: then the requests name the server. `reverse` is the server of
    /// requests in the clear that name none, or the proxy itself by `isProxyItself`; nil refuses those.
    package init(
        _ request: HTTPRequestHead,
        within tunnel: Destination?,
        at address: IPAddress? = nil,
        reverse: Destination? = nil,
        isProxyItself: (Destination) -> Bool = { _ in false }
    ) throws(ForwardingRefusal) {
        var (destination, target) = try Self.route(request, tunnel, address, reverse)
        var isReverse = tunnel == nil && destination == reverse && request.target.hasPrefix("/")
        if tunnel == nil, let reverse, isProxyItself(destination) {
            (destination, isReverse) = (reverse, true)
        }
        var head = request
        head.target = target
        head.version = .http11
        var fields = request.fields
        let offersUpgrade = request.version == .http11 && fields.has("Upgrade")
        HopFields.remove(from: &fields, keepsUpgrade: offersUpgrade)
        if tunnel == nil || !fields.has("Host") {
            // The target decides, whatever `Host` says (RFC 9112, 3.2.2).
            fields["Host"] = destination.authority
        }
        head.fields = fields
        self.destination = destination
        self.head = head
        standIn = isReverse ? request.fields["Host"] : nil
        self.offersUpgrade = offersUpgrade && fields.has("Upgrade")
        clearHTTP2 =
            tunnel != nil && !destination.isEncrypted && request.version == .http2 ? destination : nil
    }

    /// A CONNECT, which is answered and not sent on.
    package init(tunnelTo destination: Destination, _ request: HTTPRequestHead) {
        self.destination = destination
        head = request
        standIn = nil
        offersUpgrade = false
        clearHTTP2 = nil
    }

    /// The server speaks HTTP/2 in the clear, as its client knows. Nothing tells so of another server that a rule puts in
    /// its place.
    package var assumesHTTP2: Bool { destination == clearHTTP2 }

    /// The same request with other fields.
    package func with(_ fields: HTTPFields) -> ForwardedRequest {
        var request = self
        request.head.fields = fields
        return request
    }

    /// Where a CONNECT leads, to be spoken to in TLS or not.
    package static func tunnel(
        of request: HTTPRequestHead,
        isEncrypted: Bool = true
    ) throws(ForwardingRefusal) -> Destination {
        guard case .authority(let authority)? = HTTPTarget(parsing: request.target, method: request.method),
            let port = authority.port, port > 0
        else { throw .unusableTarget(request.target) }
        return Destination(host: authority.host, port: port, isEncrypted: isEncrypted)
    }

    /// The requested URL; a target that is no path is left as it is.
    package var url: String {
        head.target.hasPrefix("/")
            ? "\(destination.scheme)://\(destination.authority)\(head.target)" : head.target
    }

    private static func route(
        _ request: HTTPRequestHead,
        _ tunnel: Destination?,
        _ address: IPAddress?,
        _ reverse: Destination?
    ) throws(ForwardingRefusal) -> (Destination, String) {
        switch HTTPTarget(parsing: request.target, method: request.method) {
        case .absolute(let scheme, let authority, let path):
            let named = Destination(scheme: scheme, authority)
            if let tunnel, named != tunnel {
                throw .contradictoryHost(said: named.description, tunnel: tunnel.description)
            }
            // `OPTIONS http://host` asks about the server as a whole.
            if path.isEmpty { return (named, request.method == "OPTIONS" ? "*" : "/") }
            return (named, path.hasPrefix("/") ? path : "/\(path)")
        case .origin, .asterisk:
            guard let tunnel else {
                guard let reverse else { throw .ownRequest }
                return (reverse, request.target)
            }
            guard let said = request.authority, said.host.lowercased() != tunnel.bracketedHost else {
                return (tunnel, request.target)
            }
            guard let address else {
                throw .contradictoryHost(said: said.description, tunnel: tunnel.description)
            }
            return (tunnel.named(said.host, at: address), request.target)
        case .authority, nil: throw .unusableTarget(request.target)
        }
    }
}
