import Wire

@testable import LinkModel

extension LinePace {
    /// Carries packets of these sizes, all present at `moment`: returns each one's start and end. Stops at
    /// the first that never ends.
    mutating func carry(_ sizes: [Int], from moment: Instant = .zero) -> [[Nanoseconds]] {
        var (times, free): ([[Nanoseconds]], Instant) = ([], moment)
        for size in sizes {
            guard let start = begin(from: free), let end = serve(bytes: size, at: start) else { break }
            times.append([start.nanoseconds, end.nanoseconds])
            free = end
        }
        return times
    }
}

extension OutageCursor {
    static func listed(_ intervals: [(Nanoseconds, Nanoseconds)]) -> OutageCursor {
        let list = intervals.map { Outages.Interval(start: $0.0, length: $0.1) }
        return OutageCursor(.listed(list), .down, seed: 47, epoch: .zero, change: 0)
    }
}
