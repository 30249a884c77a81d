package import HTTP

/// All that was said of an answer's bytes: what it takes to tell whether they still serve, and whom.
package struct CachedHead: Hashable, Sendable {
    package var status: Int
    /// As they came, in their order.
    package var fields: HTTPFields
    /// What the request said in the fields that the answer's `Vary` names.
    package var varying: HTTPFields
    /// When the request left, in nanoseconds since 1970; 0 where nobody knows.
    package var requestedAt: Int64
    /// When the answer came, in nanoseconds since 1970; 0 where nobody knows.
    package var respondedAt: Int64

    package init(
        status: Int = 200,
        fields: HTTPFields = HTTPFields(),
        varying: HTTPFields = HTTPFields(),
        requestedAt: Int64 = 0,
        respondedAt: Int64 = 0
    ) {
        self.status = status
        self.fields = fields
        self.varying = varying
        self.requestedAt = requestedAt
        self.respondedAt = respondedAt
    }

    /// The validator as the origin sent it, quotes and weakness mark included; nil where it sent none.
    package var etag: String? { fields["ETag"] }

    /// The head after the origin said that the bytes still hold: what it said now replaces what it said then, but for
    /// what describes the bytes or this one message.
    package func confirmed(by confirmation: Confirmation) -> CachedHead {
        let confirmed = CacheRules.freshened(
            StoredResponse(self),
            by: confirmation.fields,
            request: varying,
            requestedAt: confirmation.requestedAt,
            respondedAt: confirmation.respondedAt
        )
        var head = self
        head.fields = confirmed.fields
        head.requestedAt = confirmed.requestedAt
        head.respondedAt = confirmed.respondedAt
        return head
    }
}
