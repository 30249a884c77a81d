/// Selective acknowledgement blocks as Linux keeps them: those that changed last, the latest first.
struct SelectiveBlocks {
    /// Maximum kept, and maximum that fit into a segment with timestamps.
    private static let (mostKept, mostReported) = (4, 3)
    /// Maximum that may change while an acknowledgement waits.
    private static let mostWaiting = 2

    /// A block grows by adjacent ranges only, not by all data received next to it.
    private var blocks: [Range<Int>] = []

    var count: Int { blocks.count }

    func reported(beside others: Int) -> [Range<Int>] { Array(blocks.prefix(Self.mostReported - others)) }

    /// Whether the range extends none of the blocks that a delayed acknowledgement may report.
    func areCrowded(by range: Range<Int>) -> Bool { place(of: range) ?? blocks.count >= Self.mostWaiting }

    mutating func note(_ range: Range<Int>) {
        guard let place = place(of: range) else {
            if blocks.count == Self.mostKept { blocks.removeLast() }
            return blocks.insert(range, at: 0)
        }
        var latest = blocks.remove(at: place).joined(with: range)
        blocks.removeAll { other in
            guard other.touches(latest) else { return false }
            latest = latest.joined(with: other)
            return true
        }
        blocks.insert(latest, at: 0)
    }

    /// Drops blocks that are acknowledged cumulatively.
    mutating func forget(upTo next: Int) {
        blocks.removeAll { $0.lowerBound < next }
    }

    private func place(of range: Range<Int>) -> Int? { blocks.firstIndex { $0.touches(range) } }
}

extension Range<Int> {
    /// Whether the ranges overlap or adjoin.
    func touches(_ other: Range<Int>) -> Bool {
        lowerBound <= other.upperBound && other.lowerBound <= upperBound
    }

    func joined(with other: Range<Int>) -> Range<Int> {
        Swift.min(lowerBound, other.lowerBound)..<Swift.max(upperBound, other.upperBound)
    }
}
