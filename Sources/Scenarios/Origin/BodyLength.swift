/// How a client learns where a body ends.
package enum BodyLength: String, Hashable, Sendable, CaseIterable {
    /// By `Content-Length`.
    case known
    /// By the last chunk; the length is not announced.
    case chunked
    /// By the end of the connection.
    case untilClose = "none"
}
