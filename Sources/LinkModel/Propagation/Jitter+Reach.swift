package import Wire

extension Jitter {
    /// The largest deviation below the mean.
    package var reach: Nanoseconds {
        let deviations =
            switch distribution {
            case .uniform, .lognormal: 1.0
            case .normal: JitterShape.normalReach
            case .pareto: JitterShape.paretoReach
            case .paretonormal: JitterShape.paretonormalReach
            }
        return Nanoseconds((deviations * Double(amount)).rounded(.up))
    }
}
