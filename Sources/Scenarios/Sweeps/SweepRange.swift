import Glibc

/// Values between two ends, in whole base units of their kind.
package struct SweepRange: Hashable, Sendable {
    /// How far apart neighbours are.
    package enum Spacing: String, Hashable, Sendable, CaseIterable {
        /// By the same difference.
        case linear
        /// By the same factor; both ends are above zero.
        case logarithmic = "log"
    }

    package var ends: ClosedRange<Double>
    package var spacing: Spacing

    package init(ends: ClosedRange<Double>, spacing: Spacing) {
        self.ends = ends
        self.spacing = spacing
    }

    /// The value at a part of the way from the lower end to the upper one.
    package func value(at part: Double) -> Double {
        let (low, high) = (ends.lowerBound, ends.upperBound)
        switch spacing {
        case .linear: return low + (high - low) * part
        case .logarithmic: return low * pow(high / low, part)
        }
    }

    /// Values at equal steps, both ends included.
    package func values(steps: Int) -> [Double] {
        guard steps > 1 else { return [ends.lowerBound] }
        return (0..<steps).map { step in
            step == steps - 1 ? ends.upperBound : value(at: Double(step) / Double(steps - 1))
        }
    }
}
