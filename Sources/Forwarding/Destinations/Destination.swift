import HTTP

/// A server that requests are forwarded to. Connections to equal destinations may be shared.
package struct Destination: Hashable, Sendable, CustomStringConvertible {
    /// A name in lower case, or an address without brackets.
    package let host: String
    package let port: UInt16
    /// Whether TLS is spoken to it.
    package let isEncrypted: Bool

    package init(host: String, port: UInt16, isEncrypted: Bool) {
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        self.host = (isBracketed ? String(host.dropFirst().dropLast()) : host).lowercased()
        self.port = port
        self.isEncrypted = isEncrypted
    }

    /// The server of an http or https URL without a path; nil for any other text.
    package init?(url: String) {
        guard case .absolute(let scheme, let authority, let path)? = HTTPTarget(parsing: url, method: "GET"),
            path.isEmpty || path == "/"
        else { return nil }
        let isEncrypted = scheme == "https"
        self.init(
            host: authority.host,
            port: authority.port ?? (isEncrypted ? 443 : 80),
            isEncrypted: isEncrypted
        )
    }

    /// The same spelt for `Host` and for URLs, without the scheme's own port.
    package var authority: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isEncrypted ? 443 : 80) ? name : "\(name):\(port)"
    }

    package var scheme: String { isEncrypted ? "https" : "http" }

    /// Host and port.
    package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
