import Glibc

/// The distributions of jitter as functions: of mean 0 and deviation 1, but for the uniform one, that ends at 1.
enum JitterShape {
    /// A normal jitter ends so many deviations from its mean.
    private static let normalCut = 3.0
    /// What lies beyond, on one side.
    private static let normalTail = 0.001_349_898_031_630_094_6
    /// The deviation of what the cut leaves of a normal distribution of deviation 1.
    private static let normalDeviation = 0.986_578_280_137_580_2
    /// The share of a pareto jitter's longest tail that is cut off: its variance would hang on a few packets.
    private static let paretoTail = 1e-4
    /// Of a pareto distribution of shape 3 that begins at 1, without that tail.
    private static let paretoMean = 1.5 * (1 - pow(paretoTail, 2.0 / 3)) / (1 - paretoTail)
    private static let paretoDeviation =
        (3 * (1 - cbrt(paretoTail)) / (1 - paretoTail) - paretoMean * paretoMean).squareRoot()
    /// A quarter of a normal and three quarters of a pareto jitter have this deviation.
    private static let mixedDeviation = 0.625.squareRoot()

    static let normalReach = normalCut / normalDeviation
    static let paretoReach = (paretoMean - 1) / paretoDeviation
    static let paretonormalReach = (0.25 * normalReach + 0.75 * paretoReach) / mixedDeviation

    /// Below which the share `fraction` lies.
    static func uniform(_ fraction: Double) -> Double {
        2 * fraction - 1
    }

    static func normal(_ fraction: Double) -> Double {
        .normalQuantile(normalTail + fraction * (1 - 2 * normalTail)) / normalDeviation
    }

    /// Shape 3.
    static func pareto(_ fraction: Double) -> Double {
        (1 / cbrt(1 - fraction * (1 - paretoTail)) - paretoMean) / paretoDeviation
    }

    /// Of two independent draws.
    static func paretonormal(_ fraction: Double, _ tail: Double) -> Double {
        (0.25 * normal(fraction) + 0.75 * pareto(tail)) / mixedDeviation
    }

    /// From -1 on: what lies above that has a mean of 1 too.
    static func lognormal(_ fraction: Double) -> Double {
        // A lognormal variable has a deviation equal to its mean where its logarithm has the variance ln 2. A fraction
        // of nothing is a draw of nothing.
        fraction > 0 ? exp(M_LN2.squareRoot() * .normalQuantile(fraction) - M_LN2 / 2) - 1 : -1
    }
}
