/// The status line and fields of a response.
package struct HTTPResponseHead: Hashable, Sendable {
    package var version: HTTPVersion
    package var status: Int
    package var reason: String
    package var fields: HTTPFields

    /// `reason` nil uses the status's usual phrase.
    package init(
        version: HTTPVersion = .http11,
        status: Int,
        reason: String? = nil,
        fields: HTTPFields = HTTPFields()
    ) {
        self.version = version
        self.status = status
        self.reason = reason ?? Self.usualReason(status)
        self.fields = fields
    }

    /// Whether a response of this status has content, even if it is empty.
    package var allowsContent: Bool { status >= 200 && status != 204 && status != 304 }

    package func serialised() -> [UInt8] {
        HTTP1Writer(self, room: 0).finished()
    }
}
