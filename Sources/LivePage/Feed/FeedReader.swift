import Serving

/// A page that reads a feed. Its places belong to the feed, which reads and writes them under its lock.
final class FeedReader: @unchecked Sendable {
    /// Bytes that wait for a slow page at most, but for one event.
    private static let capacity = 1 << 20

    let stream = BodyStream(capacity: capacity)
    // Safety: only `LiveFeed` uses these, within its lock.
    /// Number of the row that comes next.
    var next = 0
    /// Changes that it was told of.
    var changes = 0
}
