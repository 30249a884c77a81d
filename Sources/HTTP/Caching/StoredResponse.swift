/// What a cache keeps of an exchange beside the content: all that its rules look at.
package struct StoredResponse: Hashable, Sendable {
    /// The request's fields; those that the response's `Vary` names suffice.
    package var request: HTTPFields
    package var status: Int
    /// As they came, or as `CacheRules.storable(_:)` left them.
    package var fields: HTTPFields
    /// When the request was sent, in nanoseconds since 1970.
    package var requestedAt: Int64
    /// When the response's head came, or the last one's that confirmed it.
    package var respondedAt: Int64

    package init(
        request: HTTPFields = HTTPFields(),
        status: Int = 200,
        fields: HTTPFields,
        requestedAt: Int64,
        respondedAt: Int64
    ) {
        self.request = request
        self.status = status
        self.fields = fields
        self.requestedAt = requestedAt
        self.respondedAt = respondedAt
    }

    /// True where it answers a request with these fields as well as the one that brought it (RFC 9111, 4.1).
    package func answers(_ fields: HTTPFields) -> Bool {
        Vary(self.fields)?.isSame(request, fields) ?? true
    }

    package var control: CacheControl { CacheControl(fields) }
}
