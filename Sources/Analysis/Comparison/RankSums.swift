/// How often each sum of ranks occurs when some of all values are chosen at random.
///
/// Ranks are doubled: values that are equal share the mean of their ranks, which may end in a half.
struct RankSums {
    /// Doubled ranks, by the place of the values.
    let ranks: [Int]
    /// Sizes of the groups of equal values.
    let ties: [Int]

    init(_ values: [Int64]) {
        let order = values.indices.sorted { values[$0] < values[$1] }
        var ranks = [Int](repeating: 0, count: values.count)
        var ties: [Int] = []
        var start = 0
        while start < order.count {
            var end = start
            while end + 1 < order.count, values[order[end + 1]] == values[order[start]] { end += 1 }
            // Ranks count from 1: the doubled mean of `start + 1` to `end + 1`.
            for place in start...end { ranks[order[place]] = start + end + 2 }
            ties.append(end - start + 1)
            start = end + 1
        }
        self.ranks = ranks
        self.ties = ties
    }

    /// Number of choices of `count` values with each doubled sum, as floating point: there may be very many.
    func choices(of count: Int) -> [Double] {
        let most = ranks.reduce(0, +)
        var ways = [[Double]](repeating: [Double](repeating: 0, count: most + 1), count: count + 1)
        ways[0][0] = 1
        for (place, rank) in ranks.enumerated() {
            for chosen in stride(from: min(count, place + 1), to: 0, by: -1) {
                for sum in stride(from: most, through: rank, by: -1) where ways[chosen - 1][sum - rank] > 0 {
                    ways[chosen][sum] += ways[chosen - 1][sum - rank]
                }
            }
        }
        return ways[count]
    }
}
