import Glibc

/// The distributions of jitter as functions with mean 0 and deviation 1; the uniform one has its ends at -1
/// and 1.
enum JitterShape {
    /// Normal jitter is cut off at this many deviations from its mean.
    private static let normalCut = 3.0
    /// Probability beyond the cut, on one side.
    private static let normalTail = 0.001_349_898_031_630_094_6
    /// Deviation of a normal distribution of deviation 1 after the cut.
    private static let normalDeviation = 0.986_578_280_137_580_2
    /// Share of pareto jitter's tail that is cut off: otherwise its variance would depend on a few packets.
    private static let paretoTail = 1e-4
    /// Mean and deviation of a pareto distribution of shape 3 that begins at 1, without that tail.
    private static let paretoMean = 1.5 * (1 - pow(paretoTail, 2.0 / 3)) / (1 - paretoTail)
    private static let paretoDeviation =
        (3 * (1 - cbrt(paretoTail)) / (1 - paretoTail) - paretoMean * paretoMean).squareRoot()
    /// Deviation of a quarter of normal plus three quarters of pareto jitter.
    private static let mixedDeviation = 0.625.squareRoot()

    static let normalReach = normalCut / normalDeviation
    static let paretoReach = (paretoMean - 1) / paretoDeviation
    static let paretonormalReach = (0.25 * normalReach + 0.75 * paretoReach) / mixedDeviation

    /// The value below which the share `fraction` lies.
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

    /// The sum of two independent draws.
    static func paretonormal(_ fraction: Double, _ tail: Double) -> Double {
        (0.25 * normal(fraction) + 0.75 * pareto(tail)) / mixedDeviation
    }

    /// Begins at -1: the part above that also has a mean of 1.
    static func lognormal(_ fraction: Double) -> Double {
        // A lognormal variable's deviation equals its mean if its logarithm has the variance ln 2. A fraction
        // of 0 draws 0.
        fraction > 0 ? exp(M_LN2.squareRoot() * .normalQuantile(fraction) - M_LN2 / 2) - 1 : -1
    }
}
