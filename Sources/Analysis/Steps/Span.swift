import LinkModel
import Runs
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

    /// The same time as spans in order, none of which overlaps or touches the next.
    static func merged(_ spans: [Span]) -> [Span] {
        spans.filter { $0.length > 0 }.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
            .reduce(into: []) { merged, span in
                if let last = merged.last, span.start <= last.end {
                    merged[merged.count - 1].end = max(last.end, span.end)
                } else {
                    merged.append(span)
                }
            }
    }

    /// The parts of ordered spans that lie between two moments.
    static func parts(of spans: [Span], from start: Instant, to end: Instant) -> [Span] {
        var place = spans.partitioningIndex { $0.end > start }
        var parts: [Span] = []
        while place < spans.count, spans[place].start < end {
            parts.append(Span(start: max(spans[place].start, start), end: min(spans[place].end, end)))
            place += 1
        }
        return parts
    }

    /// The first of ordered spans that ends after a moment: the one around it, or else the next.
    static func first(of spans: [Span], endingAfter moment: Instant) -> Span? {
        let place = spans.partitioningIndex { $0.end > moment }
        return place < spans.count ? spans[place] : nil
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

// MARK: Service

extension Span {
    /// The share of it in which the down-link was sending; nil if it is empty.
    func utilisation(_ log: [LinkLogEntry]) -> Double? {
        guard length > 0 else { return nil }
        var served: Nanoseconds = 0
        for entry in log where entry.packet.direction == .down && entry.decision.fate == .delivered {
            let begin = max(entry.decision.serviceStart, start)
            let done = min(entry.decision.serviceEnd, end)
            if done > begin { served += done - begin }
        }
        return Double(served) / Double(length)
    }
}
