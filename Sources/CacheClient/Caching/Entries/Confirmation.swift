package import HTTP

/// The answer that confirmed a cached image (304), and the times of request and answer.
package struct Confirmation: Hashable, Sendable {
    /// The fields as received.
    package var fields: HTTPFields
    /// Nanoseconds since 1970.
    package var requestedAt: Int64
    /// Nanoseconds since 1970.
    package var respondedAt: Int64

    package init(fields: HTTPFields, requestedAt: Int64, respondedAt: Int64) {
        self.fields = fields
        self.requestedAt = requestedAt
        self.respondedAt = respondedAt
    }
}
