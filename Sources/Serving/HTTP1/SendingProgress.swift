/// What came of one turn of sending a response.
enum SendingProgress {
    /// All that shall go is with the kernel.
    case sent
    /// Something went, and more could.
    case moved
    /// The kernel takes no more now.
    case blocked
    /// Nothing may go before `next`.
    case early
}
