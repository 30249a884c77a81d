/// What became of a packet on the line.
public enum LinkFate: String, Hashable, Sendable, CaseIterable {
    /// It arrived.
    case delivered
    /// Lost at random, before the queue.
    case lost
    /// Lost because the line was away.
    case outage
    /// Dropped because it came faster than the policer lets through.
    case policed
    /// Dropped because the queue was full.
    case queueFull = "queue-full"
    /// Dropped by the queue to tell its sender of congestion.
    case congestion
    /// Still in the queue when the line was taken down.
    case waiting
}
