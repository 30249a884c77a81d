package import Forwarding
package import HTTP
package import LinuxIO
package import TLS
package import Wire

/// What a proxy knows of a request's way to its server and back.
package struct UpstreamFacts: Hashable, Sendable {
    package var destination: Destination
    /// The server's address; the parent's if there is one.
    package var address: SocketAddress?
    /// The proxy's own TCP port of the connection. It identifies the exchange in logs and captures of the server's
    /// side: with `stream` under HTTP/2, else with `order`.
    package var localPort: UInt16?
    /// The request's place on the connection, from 0.
    package var order = 0
    /// The request's HTTP/2 stream; nil with HTTP/1.
    package var stream: Int?
    /// The proxy that the server was reached through; nil if none was.
    package var parent: Destination?
    /// The name of the line between the proxy and the server; nil if there is none.
    package var line: String?
    /// The connection had served other requests before.
    package var isReused = false
    /// When its connection was made; nil if none was.
    package var connection: ConnectionTimes?
    package var negotiation: TLSNegotiation?
    /// The server's certificate; nil without TLS, and within tunnels.
    package var certificate: CertificateFacts?
    /// What a tunnel's first bytes told; nil if nothing is known of them.
    package var hello: TunnelHello?
    /// What a WebSocket or a stream of events has carried; nil for other exchanges, and for compressed events.
    package var messages: MessageTraffic?
    /// When the first and the last byte of the request were given to the kernel.
    package var sentFirst: Instant?
    package var sentLast: Instant?
    /// When the first and the last byte of the response arrived.
    package var receivedFirst: Instant?
    package var receivedLast: Instant?
    package var head: HTTPResponseHead?
    /// What the head has that is against the grammar.
    package var oddities: Set<HTTP1Oddity> = []
    /// Bytes of the request as it was sent, and of the response as it came: of heads with their framing, of bodies
    /// without it.
    package var requestHeadBytes = 0
    package var requestBodyBytes = 0
    package var responseHeadBytes = 0
    package var responseBodyBytes = 0
    /// The bodies without framing, as they crossed; nil if none is kept.
    package var requestContent: KeptContent?
    package var responseContent: KeptContent?
    /// Why the body crossed as it is though a rule rewrites it; nil if none does, or it was rewritten.
    package var uneditedBody: BodyEditFailure?
    /// Why the body is not in the mirror.
    package var mirrorFailure: MirrorFailure?
    package var failure: UpstreamFailure?
    /// Connections that were tried in vain, because the server had closed them meanwhile.
    package var retries = 0

    /// Bytes of the kept bodies.
    package var keptBytes: Int { (requestContent?.bytes.count ?? 0) + (responseContent?.bytes.count ?? 0) }

    package mutating func dropContent() {
        requestContent?.drop()
        responseContent?.drop()
    }

    package init(to destination: Destination) {
        self.destination = destination
    }
}
