/// A set of bytes of a stream, as disjoint, non-adjacent ranges. Most insertions are the next in order.
struct ByteRanges: Hashable {
    private(set) var ranges: [Range<Int64>] = []

    /// The end of the contiguous bytes from `start` on.
    func reach(from start: Int64) -> Int64 {
        ranges.first { $0.contains(start) }?.upperBound ?? start
    }

    func contains(_ range: Range<Int64>) -> Bool {
        range.isEmpty
            || ranges.contains { $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound }
    }

    /// Adds a range; returns its new parts.
    mutating func insert(_ range: Range<Int64>) -> [Range<Int64>] {
        guard !range.isEmpty else { return [] }
        if let last = ranges.last, last.upperBound < range.lowerBound || ranges.isEmpty {
            ranges.append(range)
            return [range]
        }
        if let last = ranges.last, last.upperBound == range.lowerBound {
            ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
            return [range]
        }
        return merge(range)
    }

    private mutating func merge(_ range: Range<Int64>) -> [Range<Int64>] {
        var fresh: [Range<Int64>] = []
        var (start, end) = (range.lowerBound, range.upperBound)
        var open = start
        let first = ranges.firstIndex { $0.upperBound >= start } ?? ranges.count
        var next = first
        while next < ranges.count, ranges[next].lowerBound <= range.upperBound {
            let old = ranges[next]
            if old.lowerBound > open { fresh.append(open..<old.lowerBound) }
            open = max(open, old.upperBound)
            start = min(start, old.lowerBound)
            end = max(end, old.upperBound)
            next += 1
        }
        if open < range.upperBound { fresh.append(open..<range.upperBound) }
        ranges.replaceSubrange(first..<next, with: [start..<end])
        return fresh
    }
}
