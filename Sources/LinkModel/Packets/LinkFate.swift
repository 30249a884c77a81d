/// What became of a packet on the line.
public enum LinkFate: String, Hashable, Sendable, CaseIterable {
    /// It arrived.
    case delivered
    /// Lost at random, before the queue.
    case lost
    /// Lost because the line was down.
    case outage
    /// Dropped because it exceeded the policer's rate.
    case policed
    /// Dropped because the queue was full.
    case queueFull = "queue-full"
    /// Dropped by the queue to signal congestion to its sender.
    case congestion
    /// Still in the queue when the line was taken down.
    case waiting
}
