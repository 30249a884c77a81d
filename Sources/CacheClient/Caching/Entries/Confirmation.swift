package import HTTP

/// The answer that said that what a cache holds still holds (304), and when it was asked and given.
package struct Confirmation: Hashable, Sendable {
    /// As they came.
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
