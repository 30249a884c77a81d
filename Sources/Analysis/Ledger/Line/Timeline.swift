import Wire

/// A figure that only grows, over time.
struct Timeline {
    private var moments: [Instant] = []
    private var values: [Int64] = []

    /// Moments must not go backwards; smaller values are ignored.
    mutating func raise(to value: Int64, at moment: Instant) {
        guard value > (values.last ?? .min) else { return }
        moments.append(moment)
        values.append(value)
    }

    /// When it first reached that value; nil if never.
    func moment(reaching value: Int64) -> Instant? {
        let place = values.partitioningIndex { $0 >= value }
        return place < values.count ? moments[place] : nil
    }

    /// The figure after the events at `moment`; nil before the first.
    func value(at moment: Instant) -> Int64? {
        let next = moments.partitioningIndex { $0 > moment }
        return next > 0 ? values[next - 1] : nil
    }
}
