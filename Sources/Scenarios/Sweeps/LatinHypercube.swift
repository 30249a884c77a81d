import Wire

/// Points that fill a space of many dimensions evenly: each dimension is cut into as many strata as there are points, and
/// each stratum has one point (McKay, Beckman and Conover 1979).
package struct LatinHypercube: Hashable, Sendable {
    package var points: Int
    package var seed: UInt64

    package init(points: Int, seed: UInt64) {
        self.points = points
        self.seed = seed
    }

    /// Where each point lies along one dimension, from 0 to below 1. Dimensions are independent of each other.
    package func places(along dimension: Int) -> [Double] {
        var draws = Draws(seed: SplitMix.mixed(seed) &+ UInt64(dimension) &* SplitMix.step)
        var strata = Array(0..<points)
        // Fisher and Yates.
        for last in strata.indices.reversed().dropLast() {
            strata.swapAt(last, Int(draws.next() % UInt64(last + 1)))
        }
        return strata.map { (Double($0) + draws.fraction()) / Double(points) }
    }

    private struct Draws {
        private var count: UInt64 = 0
        private let seed: UInt64

        init(seed: UInt64) {
            self.seed = SplitMix.mixed(seed)
        }

        mutating func next() -> UInt64 {
            count += 1
            return SplitMix.mixed(seed ^ (count &* SplitMix.step))
        }

        /// From 0 to below 1.
        mutating func fraction() -> Double {
            Double(next() >> 11) * 0x1p-53
        }
    }
}
