/// Bytes that are acknowledged, in any order.
struct AcknowledgedBytes {
    /// Everything before is acknowledged.
    private(set) var reach: Int64 = 0
    /// Beyond that, apart from each other and in order.
    private var beyond: [Range<Int64>] = []

    mutating func insert(_ range: Range<Int64>) {
        guard range.upperBound > reach else { return }
        let place = beyond.firstIndex { $0.lowerBound > range.lowerBound } ?? beyond.count
        beyond.insert(range, at: place)
        while let first = beyond.first, first.lowerBound <= reach {
            reach = max(reach, first.upperBound)
            beyond.removeFirst()
        }
    }
}
