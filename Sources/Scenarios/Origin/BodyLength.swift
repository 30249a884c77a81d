/// How a client learns where a body ends.
package enum BodyLength: String, Hashable, Sendable, CaseIterable {
    /// By `Content-Length`.
    case known
    /// By its last chunk: how much is to come is not told.
    case chunked
    /// By the end of the connection.
    case untilClose = "none"
}
