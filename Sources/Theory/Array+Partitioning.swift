extension Array {
    /// First index, at or after `start`, from which the condition holds. It must hold for every later
    /// element, too.
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
