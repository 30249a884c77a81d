import Wire

/// A figure that only ever grows, by when it did.
struct Timeline {
    private var moments: [Instant] = []
    private var values: [Int64] = []

    /// Moments must not go backwards; a smaller value is not taken.
    mutating func raise(to value: Int64, at moment: Instant) {
        guard value > (values.last ?? .min) else { return }
        moments.append(moment)
        values.append(value)
    }

    /// The figure once what happened at `moment` has happened; nil before the first.
    func value(at moment: Instant) -> Int64? {
        var (low, high) = (0, moments.count)
        while low < high {
            let middle = (low + high) / 2
            if moments[middle] <= moment { low = middle + 1 } else { high = middle }
        }
        return low > 0 ? values[low - 1] : nil
    }
}
