package import Wire

/// What the first bytes of a tunnel tell of the TLS within. A proxy that does not look inside sees no more.
package struct TunnelHello: Hashable, Sendable {
    /// The server that the client asks for; nil if it names none.
    package internal(set) var serverName: String?
    /// ALPN names that the client offers, the preferred first.
    package internal(set) var offeredProtocols: [String] = []
    /// The server's choices; nil before it has answered.
    package internal(set) var version: TLSProtocolVersion?
    package internal(set) var cipherSuite: TLSCipherSuite?
    /// Known up to TLS 1.2, since later versions encrypt it.
    package internal(set) var chosenProtocol: String?

    init(_ offer: TLSClientHello) {
        serverName = offer.serverName
        offeredProtocols = offer.applicationProtocols
    }
}
