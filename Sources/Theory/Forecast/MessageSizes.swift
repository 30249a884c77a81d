/// Bytes of netlab's own messages over HTTP/1.1, as the client and the origin send them unless a scenario says otherwise.
enum MessageSizes {
    /// What libcurl says of a file beside its path, and what a validator adds.
    static let request = 83
    static let validator = 35
    /// What the origin says beside the digits of the length, and what a 304 says.
    static let header = 126
    static let confirmation = 92
}
