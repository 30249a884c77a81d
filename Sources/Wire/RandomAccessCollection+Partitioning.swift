extension RandomAccessCollection where Index == Int {
    /// The first index, at or after `start`, whose element and all after it satisfy the predicate, by binary search.
    /// nil starts at the first element.
    @inlinable
    public func partitioningIndex(from start: Int? = nil, where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (start ?? startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
