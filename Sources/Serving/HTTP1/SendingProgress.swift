/// Result of one turn of sending a response.
enum SendingProgress {
    /// The kernel has everything that is to be sent.
    case sent
    /// Some bytes were sent, and more could be.
    case moved
    /// The kernel takes nothing more now.
    case blocked
    /// Nothing may be sent before `next`.
    case early
}
