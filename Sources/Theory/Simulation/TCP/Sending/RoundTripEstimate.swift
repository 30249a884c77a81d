import Wire

/// A sender's round-trip estimate in microseconds, and its retransmission timeout.
struct RoundTripEstimate {
    /// Minimum of the timeout above the smoothed round trip.
    static let leastVariance = 200_000
    private static let firstTimeout = KernelTime.ticksPerSecond

    /// Eight times the mean; 0 before the first sample.
    private(set) var smoothed = 0
    private(set) var least = Int.max
    private var deviation = 0
    private var greatestDeviation = 0
    private var variance = 0
    private var roundEnd = 0

    var mean: Int { smoothed >> 3 }
    var meanNanoseconds: Nanoseconds { 125 * Nanoseconds(smoothed) }

    /// In ticks.
    var timeout: Int {
        smoothed == 0
            ? Self.firstTimeout
            : min(KernelTime.ticks(microseconds: mean + variance), 120 * KernelTime.ticksPerSecond)
    }

    /// Wait before a tail probe, in microseconds: longer for a single segment, whose acknowledgement may be
    /// delayed.
    func probeWait(isAlone: Bool) -> Int {
        guard smoothed > 0 else { return KernelTime.microseconds(ticks: KernelTime.ticksPerSecond) }
        return (smoothed >> 2) + (isAlone ? Self.leastVariance : KernelTime.leastTimeout)
    }

    mutating func note(least sample: Int) { least = min(least, max(1, sample)) }

    /// Adds a sample; `acknowledged` and `next` are positions in the sender's stream.
    mutating func add(_ sample: Int, acknowledged: Int, next: Int) {
        guard smoothed != 0 else {
            smoothed = max(1, sample << 3)
            deviation = sample << 1
            variance = max(deviation, Self.leastVariance)
            greatestDeviation = variance
            roundEnd = next
            return
        }
        var error = sample - mean
        smoothed = max(1, smoothed + error)
        if error < 0 {
            error = -error - deviation >> 2
            if error > 0 { error >>= 3 }
        } else {
            error -= deviation >> 2
        }
        deviation += error
        if deviation > greatestDeviation {
            greatestDeviation = deviation
            variance = max(variance, greatestDeviation)
        }
        guard acknowledged > roundEnd else { return }
        if greatestDeviation < variance { variance -= (variance - greatestDeviation) >> 2 }
        roundEnd = next
        greatestDeviation = Self.leastVariance
    }
}
