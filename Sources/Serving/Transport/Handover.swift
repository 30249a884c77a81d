import Wire

/// Result of one turn of writing.
struct Handover {
    /// Bytes of the message that the kernel has taken, encrypted or not.
    var count: Int
    /// Just before the kernel was given them.
    var began: Instant
    /// Where the taken bytes lie on the connection.
    var places: SentByteMap
}
