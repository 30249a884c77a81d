/// The versions of HTTP that a listener speaks. Over TLS the client chooses among the names that the context offers,
/// and one that names none gets HTTP/1.1; in the clear its first bytes say which one it speaks.
package struct HTTPProtocols: OptionSet, Hashable, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    package static let http1 = HTTPProtocols(rawValue: 1)
    package static let http2 = HTTPProtocols(rawValue: 2)

    /// As a handshake names them, the preferred first.
    package var names: [String] {
        (contains(.http2) ? ["h2"] : []) + (contains(.http1) ? ["http/1.1"] : [])
    }
}
