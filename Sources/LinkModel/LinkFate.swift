/// What became of a packet on the line.
package enum LinkFate: String, Hashable, Sendable {
    case delivered
    /// Lost at random, before the queue.
    case lost
    /// Dropped because the queue was full.
    case queueFull = "queue-full"
}
