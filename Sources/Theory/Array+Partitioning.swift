extension Array {
    /// The first place, at `start` or behind it, from which on the condition holds. It must hold for all that follows, too.
    func partitioningIndex(from start: Int, where isBehind: (Element) -> Bool) -> Int {
        var low = start
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
