import HTTP
package import Wire

/// A server that requests are forwarded to. Connections to equal destinations may be shared.
package struct Destination: Hashable, Sendable, CustomStringConvertible {
    /// A name in lower case, or an address without brackets.
    package let host: String
    package let port: UInt16
    /// Whether TLS is spoken to it.
    package let isEncrypted: Bool
    /// Where it is, if the client has looked its name up already.
    package let address: IPAddress?

    package init(host: String, port: UInt16, isEncrypted: Bool, address: IPAddress? = nil) {
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        self.host = (isBracketed ? String(host.dropFirst().dropLast()) : host).lowercased()
        self.port = port
        self.isEncrypted = isEncrypted
        self.address = address
    }

    /// The server of an http or https URL without a path; nil for any other text.
    package init?(url: String) {
        guard case .absolute(let scheme, let authority, let path)? = HTTPTarget(parsing: url, method: "GET"),
            path.isEmpty || path == "/"
        else { return nil }
        self.init(scheme: scheme, authority)
    }

    /// The server of a URL with this scheme, `http` or `https`.
    init(scheme: String, _ authority: HTTPAuthority) {
        let isEncrypted = scheme == "https"
        self.init(
            host: authority.host,
            port: authority.port ?? Self.usualPort(isEncrypted),
            isEncrypted: isEncrypted
        )
    }

    private static func usualPort(_ isEncrypted: Bool) -> UInt16 { isEncrypted ? 443 : 80 }

    /// The host as in `Host` and in URLs: an IPv6 address is in brackets.
    var bracketedHost: String { host.contains(":") ? "[\(host)]" : host }

    /// The host if it is written as an address.
    package var writtenAddress: IPAddress? { IPAddress(host) }

    /// The address that resolvers read from the host, in any spelling.
    package var spelledAddress: IPAddress? { IPAddress(anySpelling: host) }

    /// Spelt for `Host` and for URLs, without the scheme's own port.
    package var authority: String { port == Self.usualPort(isEncrypted) ? bracketedHost : description }

    package var scheme: String { isEncrypted ? "https" : "http" }

    /// The same server by a name that its client has looked up.
    package func named(_ name: String, at address: IPAddress) -> Destination {
        Destination(host: name, port: port, isEncrypted: isEncrypted, address: address)
    }

    /// Another host, or the same at an address that its client has not named.
    package func isElsewhere(than other: Destination) -> Bool {
        host != other.host || address != other.address
    }

    /// The same server, reached at another port.
    package func reached(atPort port: UInt16) -> Destination {
        Destination(host: host, port: port, isEncrypted: isEncrypted, address: address)
    }

    /// What a connection to it leads to, whatever is spoken on it.
    package var endpoint: Destination {
        Destination(host: address?.description ?? host, port: port, isEncrypted: false)
    }

    /// Host and port.
    package var description: String { "\(bracketedHost):\(port)" }
}
