package import HTTP
package import LinuxIO
package import Wire

/// A complete request, or its head if the responder takes the body as it arrives.
package struct ServedRequest: Hashable, Sendable {
    package var head: HTTPRequestHead
    /// The content, if the responder asked for it; empty if it was dropped.
    package var body: [UInt8]
    /// Bytes of the content, as received.
    package var bodyBytes: Int
    package var trailers: HTTPFields
    /// The content as it arrives, if the responder asked for that. It ends with the trailers, and breaks off
    /// if the client does.
    package var stream: BodyStream?
    /// The CONNECT in whose tunnel the request came.
    package var tunnel: HTTPRequestHead?
    /// The client asked by SOCKS, and `head` is the CONNECT that says the same; nil for HTTP.
    package var socks: SOCKSVersion?
    package var client: SocketAddress
    package var isEncrypted: Bool
    /// The request's place on its connection, as in its `ServedExchange`.
    package var order: Int

    package init(
        head: HTTPRequestHead,
        body: [UInt8] = [],
        bodyBytes: Int? = nil,
        trailers: HTTPFields = HTTPFields(),
        stream: BodyStream? = nil,
        tunnel: HTTPRequestHead? = nil,
        socks: SOCKSVersion? = nil,
        client: SocketAddress,
        isEncrypted: Bool = false,
        order: Int = 0
    ) {
        self.head = head
        self.body = body
        self.bodyBytes = bodyBytes ?? body.count
        self.trailers = trailers
        self.stream = stream
        self.tunnel = tunnel
        self.socks = socks
        self.client = client
        self.isEncrypted = isEncrypted
        self.order = order
    }
}
