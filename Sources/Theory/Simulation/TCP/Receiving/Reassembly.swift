/// The received parts of a stream: its contiguous end, and the ranges beyond.
struct Reassembly {
    private(set) var next = 0
    /// The ranges beyond the contiguous end: disjoint, in order.
    private(set) var beyond: [Range<Int>] = []
    /// The ranges that acknowledgements report.
    private var blocks = SelectiveBlocks()

    var hasGap: Bool { !beyond.isEmpty }
    var furthest: Int { beyond.last?.upperBound ?? next }
    /// Selective blocks that a segment may carry, as far as there is room.
    var changedBlocks: Int { hasGap ? blocks.count : 0 }
    /// Selective blocks for a segment that carries `others` more.
    func selective(beside others: Int) -> [Range<Int>] { hasGap ? blocks.reported(beside: others) : [] }

    enum News {
        case inOrder
        case gap
        /// All of it had arrived before.
        case known
        /// All of it had arrived before, beyond a gap.
        case keptAlready
    }

    /// Whether the range is beyond a gap and cannot share a delayed acknowledgement with the blocks before
    /// it.
    func crowds(_ range: Range<Int>) -> Bool { range.lowerBound > next && blocks.areCrowded(by: range) }

    mutating func take(_ range: Range<Int>) -> News {
        guard range.upperBound > next else { return .known }
        if range.lowerBound > next { return keep(range) }
        next = range.upperBound
        guard hasGap else { return .inOrder }
        while let first = beyond.first, first.lowerBound <= next {
            next = max(next, first.upperBound)
            beyond.removeFirst()
        }
        blocks.forget(upTo: next)
        return .inOrder
    }

    private mutating func keep(_ range: Range<Int>) -> News {
        blocks.note(range)
        if beyond.contains(where: { $0.lowerBound <= range.lowerBound && range.upperBound <= $0.upperBound })
        {
            return .keptAlready
        }
        var merged = range
        beyond.removeAll { other in
            guard other.touches(merged) else { return false }
            merged = merged.joined(with: other)
            return true
        }
        let place = beyond.firstIndex { $0.lowerBound > merged.lowerBound } ?? beyond.count
        beyond.insert(merged, at: place)
        return .gap
    }
}
