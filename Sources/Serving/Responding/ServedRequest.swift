package import HTTP
package import LinuxIO

/// A request that came whole, or its head, where the responder takes the body as it comes.
package struct ServedRequest: Hashable, Sendable {
    package var head: HTTPRequestHead
    /// The content, where the responder asked for it; empty where it was dropped.
    package var body: [UInt8]
    /// Of the content, as it came.
    package var bodyBytes: Int
    package var trailers: HTTPFields
    /// The content as it comes, where the responder asked for that. It ends with the trailers, and breaks off where the client does.
    package var stream: BodyStream?
    /// The CONNECT behind which the client began TLS, in which the request came.
    package var tunnel: HTTPRequestHead?
    package var client: SocketAddress
    package var isEncrypted: Bool

    package init(
        head: HTTPRequestHead,
        body: [UInt8] = [],
        bodyBytes: Int? = nil,
        trailers: HTTPFields = HTTPFields(),
        stream: BodyStream? = nil,
        tunnel: HTTPRequestHead? = nil,
        client: SocketAddress,
        isEncrypted: Bool = false
    ) {
        self.head = head
        self.body = body
        self.bodyBytes = bodyBytes ?? body.count
        self.trailers = trailers
        self.stream = stream
        self.tunnel = tunnel
        self.client = client
        self.isEncrypted = isEncrypted
    }
}
