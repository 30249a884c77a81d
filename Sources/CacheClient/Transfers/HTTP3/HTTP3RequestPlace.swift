internal import HTTP3

/// Where a request went.
struct HTTP3RequestPlace {
    var localPort: UInt16
    /// Its position on the connection, from 0.
    var order: Int
    var stream: HTTP3StreamID
    /// The connection's session began in an earlier one.
    var isResumed: Bool
}
