package import Logs
package import Wire

/// Maps the wall clock, which stamps captures, onto the run's clock.
///
/// Between two samples the clocks are assumed to drift evenly; outside them the nearest sample's offset
/// applies.
package struct ClockMapping: Hashable, Sendable {
    /// Largest drift of two good clocks: 500 parts in a million, the limit of slewing.
    private static let drift = 500e-6
    /// A larger difference beyond the drift is a step: the clock was set.
    private static let tolerance: Nanoseconds = 1_000_000

    private let samples: [ClockSample]

    package init(_ samples: [ClockSample]) {
        self.samples = samples.sorted { $0.run < $1.run }
    }

    /// nil if the clocks were never read together.
    package func instant(wall: Int64) -> Instant? {
        guard let first = samples.first, let last = samples.last else { return nil }
        if wall <= first.wall { return first.run + (wall - first.wall) }
        if wall >= last.wall { return last.run + (wall - last.wall) }
        let index = firstSample(notBefore: wall)
        let (before, after) = (samples[index - 1], samples[index])
        let span = after.wall - before.wall
        guard span > 0 else { return before.run }
        let (high, low) = (wall - before.wall).multipliedFullWidth(by: after.run - before.run)
        guard high >= 0, high < span else { return before.run }
        return before.run + span.dividingFullWidth((high, low)).quotient
    }

    /// The largest step of the wall clock during the run; nil if nobody set it.
    package var step: Nanoseconds? {
        var largest: Nanoseconds?
        for (before, after) in zip(samples, samples.dropFirst()) {
            let elapsed = after.run - before.run
            let moved = (after.wall - before.wall) - elapsed
            let allowed = Self.tolerance + Nanoseconds(Double(elapsed) * Self.drift)
            if abs(moved) > max(allowed, abs(largest ?? 0)) { largest = moved }
        }
        return largest
    }

    /// The first sample after the first one that is not before `wall`; there is always one.
    private func firstSample(notBefore wall: Int64) -> Int {
        samples[1..<samples.count - 1].partitioningIndex { $0.wall >= wall }
    }
}
