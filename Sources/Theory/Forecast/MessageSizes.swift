/// Bytes of netlab's own HTTP/1.1 messages, as client and origin send them by default.
enum MessageSizes {
    /// libcurl's request without the path, and what a validator adds.
    static let request = 83
    static let validator = 35
    /// The origin's head without the digits of the length, and the head of a 304.
    static let header = 126
    static let confirmation = 92
}
