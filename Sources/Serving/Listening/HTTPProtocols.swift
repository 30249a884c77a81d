/// Protocols that a listener speaks. Over TLS the client chooses among the names that the context offers, and
/// gets HTTP/1.1 if it names none. In cleartext its first bytes decide.
package struct HTTPProtocols: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let http1 = HTTPProtocols(rawValue: 1)
    package static let http2 = HTTPProtocols(rawValue: 2)
    /// Clients of a proxy that ask for connections by SOCKS. Only in cleartext; the responder gets a CONNECT.
    package static let socks = HTTPProtocols(rawValue: 4)

    /// Names in a handshake, the preferred first.
    package var names: [String] {
        (contains(.http2) ? ["h2"] : []) + (contains(.http1) ? ["http/1.1"] : [])
    }
}
