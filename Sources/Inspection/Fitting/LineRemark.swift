/// A caveat about the figures of a fitted line.
package enum LineRemark: Hashable, Sendable {
    /// Jitter blurs the round trip and the queue.
    case delayedUnevenly
    /// No connection's opening shows whose side the capture is of.
    case withoutOpening
    /// Only the first segments were looked at.
    case cut(segments: Int, leftOut: Int)
    /// The rate towards the near host is unlimited, or was never reached.
    case withoutRate
}
