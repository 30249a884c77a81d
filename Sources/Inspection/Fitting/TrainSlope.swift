/// One slope of time over carried bits for several trains of packets, by least squares, each with its own
/// start.
struct TrainSlope {
    /// Bit/s.
    let rate: Double
    /// Half the width of its interval, as a share of the rate.
    let relativeError: Double
    /// Events in the trains.
    let count: Int
    /// Usual deviation of events from the slope, in nanoseconds.
    let scatter: Double

    private static let normal = 1.96

    /// nil without trains.
    init?(_ trains: [ArraySlice<ServiceEvent>]) {
        let lines = trains.map(Self.centred)
        let spread = lines.joined().reduce(0) { $0 + $1.bits * $1.bits }
        let product = lines.joined().reduce(0) { $0 + $1.bits * $1.time }
        guard spread > 0, product > 0 else { return nil }
        let slope = product / spread
        let rests = lines.map { line in line.map { $0.time - slope * $0.bits } }
        let squares = rests.joined().reduce(0) { $0 + $1 * $1 }
        count = lines.reduce(0) { $0 + $1.count }
        let freedom = Double(max(1, count - lines.count - 1))
        // Neighbouring errors are correlated: the cause of one late packet may delay the next.
        let neighbours = rests.reduce(0) { sum, rest in
            sum + zip(rest, rest.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 }
        }
        let correlation = squares > 0 ? min(0.98, max(0, neighbours / squares)) : 0
        let inflation = (1 + correlation) / (1 - correlation)
        rate = 1e9 / slope
        scatter = (squares / freedom).squareRoot()
        relativeError = Self.normal * (squares / freedom / spread * inflation).squareRoot() / slope
    }

    /// A train's times in nanoseconds and carried bits, each relative to its mean.
    private static func centred(_ train: ArraySlice<ServiceEvent>) -> [(bits: Double, time: Double)] {
        guard let first = train.first else { return [] }
        var bits = 0.0
        var points: [(bits: Double, time: Double)] = [(0, 0)]
        for event in train.dropFirst() {
            bits += 8 * Double(event.bytes)
            points.append((bits, Double(event.stamp - first.stamp)))
        }
        let count = Double(points.count)
        let middle = (
            bits: points.reduce(0) { $0 + $1.bits } / count, time: points.reduce(0) { $0 + $1.time } / count
        )
        return points.map { ($0.bits - middle.bits, $0.time - middle.time) }
    }
}
