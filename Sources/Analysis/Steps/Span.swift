package import Wire

/// A stretch of time.
package struct Span: Hashable, Sendable {
    package var start: Instant
    package var end: Instant

    package init(start: Instant, end: Instant) {
        self.start = start
        self.end = end
    }

    package var length: Nanoseconds { end - start }

    /// Time in which at least one of them was under way.
    static func union(_ spans: [Span]) -> Nanoseconds {
        var total: Nanoseconds = 0
        var reached: Instant?
        for span in spans.sorted(by: { ($0.start, $0.end) < ($1.start, $1.end) }) {
            let from = reached.map { max($0, span.start) } ?? span.start
            if span.end > from { total += span.end - from }
            reached = max(reached ?? span.end, span.end)
        }
        return total
    }

    /// The most that were under way at once; one that ends where another begins does not overlap it.
    static func mostAtOnce(_ spans: [Span]) -> Int {
        let changes =
            spans.filter { $0.length > 0 }.flatMap { [($0.start, 1), ($0.end, -1)] }
            .sorted { ($0.0, $0.1) < ($1.0, $1.1) }
        var (now, most) = (0, 0)
        for (_, change) in changes {
            now += change
            most = max(most, now)
        }
        return most
    }
}
