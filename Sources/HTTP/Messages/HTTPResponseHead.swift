/// The status line and fields of a response.
package struct HTTPResponseHead: Hashable, Sendable {
    package var version: HTTPVersion
    package var status: Int
    package var reason: String
    package var fields: HTTPFields

    /// `reason` nil takes the usual phrase of the status.
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

    /// Whether a response of this status has content, be it none.
    package var allowsContent: Bool { status >= 200 && status != 204 && status != 304 }

    package func serialised() -> [UInt8] {
        HTTP1Writer(self, room: 0).finished()
    }
}
