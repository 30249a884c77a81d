/// What of a stream has come: up to where without a gap, and which ranges beyond.
struct Reassembly {
    private(set) var next = 0
    /// Disjoint, in order.
    private(set) var beyond: [Range<Int>] = []
    /// The same, the latest first.
    private var recent: [Range<Int>] = []
    private(set) var waiting = 0

    var hasGap: Bool { !beyond.isEmpty }
    var furthest: Int { beyond.last?.upperBound ?? next }
    /// What a segment may tell of them.
    var selective: [Range<Int>] { recent.count <= 3 ? recent : Array(recent.prefix(3)) }

    enum News {
        case inOrder
        case gap
        /// All of it had come before.
        case known
    }

    mutating func take(_ range: Range<Int>) -> News {
        guard range.upperBound > next else { return .known }
        if range.lowerBound > next { return keep(range) }
        next = range.upperBound
        guard !beyond.isEmpty else { return .inOrder }
        while let first = beyond.first, first.lowerBound <= next {
            next = max(next, first.upperBound)
            beyond.removeFirst()
        }
        recent.removeAll { $0.upperBound <= next }
        if beyond.isEmpty { waiting = 0 }
        return .inOrder
    }

    private mutating func keep(_ range: Range<Int>) -> News {
        if beyond.contains(where: { $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound })
        {
            return .known
        }
        waiting += 1
        var merged = range
        beyond.removeAll { other in
            guard other.lowerBound <= merged.upperBound, merged.lowerBound <= other.upperBound else {
                return false
            }
            merged = min(merged.lowerBound, other.lowerBound)..<max(merged.upperBound, other.upperBound)
            return true
        }
        let place = beyond.firstIndex { $0.lowerBound > merged.lowerBound } ?? beyond.count
        beyond.insert(merged, at: place)
        recent.removeAll { merged.lowerBound <= $0.lowerBound && $0.upperBound <= merged.upperBound }
        recent.insert(merged, at: 0)
        if recent.count > 4 { recent.removeLast() }
        return .gap
    }
}
