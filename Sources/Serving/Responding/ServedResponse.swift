package import HTTP
package import Wire

/// A response as the responder wants it. The server adds `Content-Length` where it is missing and belongs, and
/// `Connection` where the connection's fate is not the version's default; it leaves out the body where there must be none.
package struct ServedResponse: Hashable, Sendable {
    package var head: HTTPResponseHead
    package var body: [UInt8]
    /// From the request's last byte to the response's first.
    package var delay: Nanoseconds

    package init(head: HTTPResponseHead, body: [UInt8] = [], delay: Nanoseconds = 0) {
        self.head = head
        self.body = body
        self.delay = delay
    }

    /// A short message in plain text.
    package static func text(_ status: Int, _ text: String) -> ServedResponse {
        ServedResponse(
            head: HTTPResponseHead(status: status, fields: ["Content-Type": "text/plain; charset=utf-8"]),
            body: Array(text.utf8)
        )
    }
}
