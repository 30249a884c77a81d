extension RandomAccessCollection where Index == Int {
    /// The first index whose element and all behind it are as asked for: what is sorted by that is searched by halves.
    func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = low + (high - low) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
