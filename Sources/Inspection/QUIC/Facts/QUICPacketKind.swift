/// What an opened packet was for, by its frames.
struct QUICPacketKind {
    /// True if the receiver must acknowledge it.
    var elicits = false
    /// True if it has a PING and nothing else that must be acknowledged.
    var isEmpty = false
    /// True if bytes in it had been seen before.
    var isRepeated = false
}
