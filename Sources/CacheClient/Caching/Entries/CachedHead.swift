package import HTTP

/// The metadata of an answer's bytes: enough to decide whether they are still usable, and for which requests.
package struct CachedHead: Hashable, Sendable {
    package var status: Int
    /// The fields as received, in their order.
    package var fields: HTTPFields
    /// The request's values of the fields that the answer's `Vary` names.
    package var varying: HTTPFields
    /// When the request left, in nanoseconds since 1970; 0 if unknown.
    package var requestedAt: Int64
    /// When the answer came, in nanoseconds since 1970; 0 if unknown.
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

    /// The validator as the origin sent it, quotes and weakness mark included; nil if it sent none.
    package var etag: String? { fields["ETag"] }

    /// The head after a confirmation by the origin: new fields replace old ones, except those that describe
    /// the bytes or this one message.
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
