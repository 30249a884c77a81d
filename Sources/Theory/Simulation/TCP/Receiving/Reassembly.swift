/// The received parts of a stream: its contiguous end, and the ranges beyond.
struct Reassembly {
    /// A range beyond the contiguous end, and the segments that it came in.
    private struct Piece {
        var range: Range<Int>
        var segments: Int
    }

    private(set) var next = 0
    /// Disjoint, in order.
    private var pieces: [Piece] = []
    /// The ranges that acknowledgements report.
    private var blocks = SelectiveBlocks()
    /// The segments beyond the contiguous end.
    private(set) var waiting = 0

    var beyond: [Range<Int>] { pieces.map(\.range) }
    var hasGap: Bool { !pieces.isEmpty }
    var furthest: Int { pieces.last?.range.upperBound ?? next }
    /// Selective blocks that a segment may carry, as far as there is room.
    var changedBlocks: Int { hasGap ? blocks.count : 0 }
    /// Selective blocks for a segment that carries `others` more.
    func selective(beside others: Int) -> [Range<Int>] { hasGap ? blocks.told(beside: others) : [] }

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
        while let first = pieces.first, first.range.lowerBound <= next {
            next = max(next, first.range.upperBound)
            waiting -= first.segments
            pieces.removeFirst()
        }
        blocks.forget(upTo: next)
        return .inOrder
    }

    private mutating func keep(_ range: Range<Int>) -> News {
        blocks.note(range)
        if pieces.contains(where: {
            $0.range.lowerBound <= range.lowerBound && range.upperBound <= $0.range.upperBound
        }) {
            return .keptAlready
        }
        waiting += 1
        var merged = Piece(range: range, segments: 1)
        pieces.removeAll { other in
            guard other.range.touches(merged.range) else { return false }
            merged.range = merged.range.joined(with: other.range)
            merged.segments += other.segments
            return true
        }
        let place =
            pieces.firstIndex { $0.range.lowerBound > merged.range.lowerBound } ?? pieces.count
        pieces.insert(merged, at: place)
        return .gap
    }
}
