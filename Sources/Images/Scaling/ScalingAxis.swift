/// The source samples of each scaled sample in a row or column, with their weights.
///
/// When shrinking, each sample is the mean of those that it covers; when enlarging, it lies between the two
/// nearest.
struct ScalingAxis {
    /// The weights of one sample add up to this power of two.
    static let precision = 14

    struct Place {
        /// The first source sample.
        var first: Int
        /// The range of its weights.
        var weights: Range<Int>
    }

    private(set) var places: [Place] = []
    private(set) var weights: [Int32] = []

    /// Both are at least 1.
    init(from source: Int, to target: Int) {
        places.reserveCapacity(target)
        let ratio = Double(source) / Double(target)
        for index in 0..<target {
            if ratio > 1 {
                cover(Double(index) * ratio, Double(index + 1) * ratio, source)
            } else {
                lie(at: (Double(index) + 0.5) * ratio - 0.5, source)
            }
        }
    }

    private mutating func cover(_ start: Double, _ end: Double, _ source: Int) {
        let first = Int(start)
        let last = min(source, max(first + 1, Int(end.rounded(.up))))
        let shares = (first..<last).map { min(end, Double($0 + 1)) - max(start, Double($0)) }
        add(first, shares)
    }

    private mutating func lie(at position: Double, _ source: Int) {
        let position = min(max(position, 0), Double(source - 1))
        let first = min(Int(position), source - 1)
        let share = position - Double(first)
        add(first, first + 1 < source ? [1 - share, share] : [1])
    }

    /// The greatest share takes the rounding error, so that a plain colour stays the same.
    private mutating func add(_ first: Int, _ shares: [Double]) {
        let whole = shares.reduce(0, +)
        let start = weights.count
        weights += shares.map { Int32($0 / whole * Double(1 << Self.precision)) }
        let left = Int32(1 << Self.precision) - weights[start...].reduce(0, +)
        if let greatest = shares.indices.max(by: { shares[$0] < shares[$1] }) {
            weights[start + greatest] += left
        }
        places.append(Place(first: first, weights: start..<weights.count))
    }
}
