/// The part of an exchange that a cache keeps beside the content: everything that its rules read.
package struct StoredResponse: Hashable, Sendable {
    /// The request's fields; the ones named in the response's `Vary` suffice.
    package var request: HTTPFields
    package var status: Int
    /// As received, or filtered by `CacheRules.storable(_:)`.
    package var fields: HTTPFields
    /// When the request was sent, in nanoseconds since 1970.
    package var requestedAt: Int64
    /// When the response's head arrived, or that of the last response that confirmed it.
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

    /// True if it answers a request with these fields as well as the original one (RFC 9111, 4.1).
    package func answers(_ fields: HTTPFields) -> Bool {
        Vary(self.fields)?.isSame(request, fields) ?? true
    }

    package var control: CacheControl { CacheControl(fields) }
}
