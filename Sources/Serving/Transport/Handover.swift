import Wire

/// What one turn of writing came to.
struct Handover {
    /// Bytes of the message that the kernel has taken with it, encrypted or not.
    var count: Int
    /// Just before the kernel was given them.
    var began: Instant
}
