import Glibc

/// The test of Mann, Whitney and Wilcoxon: how likely two samples of one distribution differ at least this much in
/// their ranks.
package struct RankTest: Hashable, Sendable {
    /// Larger samples are compared with the normal distribution, which is then close enough.
    private static let mostExact = 50

    /// Pairs whose second value is larger; equal values count half.
    package let pairs: Double
    /// Two-sided; 1 if one sample is empty.
    package let p: Double
    /// False if it comes from the normal distribution.
    package let isExact: Bool

    package init(_ first: [Int64], _ second: [Int64]) {
        let sums = RankSums(first + second)
        let (count, others) = (first.count, second.count)
        let sum = sums.ranks.prefix(count).reduce(0, +)
        // The doubled sum of the first sample's ranks is least if each of its values is the smaller one.
        pairs = Double(count * others) - Double(sum - count * (count + 1)) / 2
        isExact = count + others <= Self.mostExact
        guard count > 0, others > 0 else {
            p = 1
            return
        }
        p = isExact ? Self.exact(sums, count, sum) : Self.normal(sums, count, others, pairs)
    }

    /// The smallest p that samples of these sizes can have.
    package static func leastP(_ first: Int, _ second: Int) -> Double {
        guard first > 0, second > 0 else { return 1 }
        var choices = 1.0
        for place in 1...min(first, second) {
            choices *= Double(first + second - min(first, second) + place) / Double(place)
        }
        return min(1, 2 / choices)
    }

    /// The share of all choices of ranks whose sum is at least as far from the mean.
    private static func exact(_ sums: RankSums, _ count: Int, _ sum: Int) -> Double {
        let choices = sums.choices(of: count)
        // Of doubled ranks.
        let mean = count * (sums.ranks.count + 1)
        let distance = abs(sum - mean)
        var (far, all) = (0.0, 0.0)
        for (other, ways) in choices.enumerated() {
            all += ways
            if abs(other - mean) >= distance { far += ways }
        }
        return all > 0 ? min(1, far / all) : 1
    }

    /// With the corrections for equal values and for the steps of the sum.
    private static func normal(_ sums: RankSums, _ count: Int, _ others: Int, _ pairs: Double) -> Double {
        let (first, second) = (Double(count), Double(others))
        let all = first + second
        let tied = sums.ties.reduce(0.0) { sum, size in
            let size = Double(size)
            return sum + size * (size * size - 1)
        }
        let variance = first * second / 12 * (all + 1 - tied / (all * (all - 1)))
        guard variance > 0 else { return 1 }
        let distance = max(0, abs(pairs - first * second / 2) - 0.5)
        return min(1, erfc(distance / (2 * variance).squareRoot()))
    }
}
