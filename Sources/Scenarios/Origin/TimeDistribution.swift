import Glibc
import LinkModel
package import Wire

/// A time that is either fixed or drawn anew for each response.
package enum TimeDistribution: Hashable, Sendable {
    case fixed(Nanoseconds)
    /// Every time in the range is equally likely.
    case uniform(from: Nanoseconds, to: Nanoseconds)
    /// Half of the times are shorter than the median; `sigma` is the standard deviation of their logarithm.
    case lognormal(median: Nanoseconds, sigma: Double)

    /// Cap on every drawn time, since a lognormal distribution has no upper end.
    static let longest: Nanoseconds = ScenarioLimits.waiting.upperBound

    /// The quantile: the time below which the share `fraction` lies.
    package func time(at fraction: Double) -> Nanoseconds {
        switch self {
        case .fixed(let time): return time
        case .uniform(let from, let to):
            return from + Nanoseconds((Double(to - from) * fraction).rounded())
        case .lognormal(let median, let sigma):
            guard sigma > 0 else { return median }
            let time = Double(median) * exp(sigma * .normalQuantile(fraction))
            return time < Double(Self.longest) ? Nanoseconds(time.rounded()) : Self.longest
        }
    }

    package var mean: Nanoseconds {
        switch self {
        case .fixed(let time): return time
        case .uniform(let from, let to): return from + (to - from) / 2
        case .lognormal(let median, let sigma):
            let mean = Double(median) * exp(sigma * sigma / 2)
            return mean < Double(Self.longest) ? Nanoseconds(mean.rounded()) : Self.longest
        }
    }

    /// nil if the time is drawn.
    package var fixed: Nanoseconds? {
        if case .fixed(let time) = self { time } else { nil }
    }
}
