package import HTTP
package import LinuxIO

/// A request that came whole.
package struct ServedRequest: Hashable, Sendable {
    package var head: HTTPRequestHead
    /// The content, where the responder asked for it; empty where it was dropped.
    package var body: [UInt8]
    /// Of the content, as it came.
    package var bodyBytes: Int
    package var trailers: HTTPFields
    package var client: SocketAddress
    package var isEncrypted: Bool

    package init(
        head: HTTPRequestHead,
        body: [UInt8] = [],
        bodyBytes: Int? = nil,
        trailers: HTTPFields = HTTPFields(),
        client: SocketAddress,
        isEncrypted: Bool = false
    ) {
        self.head = head
        self.body = body
        self.bodyBytes = bodyBytes ?? body.count
        self.trailers = trailers
        self.client = client
        self.isEncrypted = isEncrypted
    }
}
