/// What a sender knows of the round trip, in microseconds, and how long it waits before it sends again.
struct RoundTripEstimate {
    /// The least that the wait has above the smoothed round trip.
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

    /// In ticks.
    var timeout: Int {
        smoothed == 0
            ? Self.firstTimeout
            : min(KernelTime.ticks(microseconds: mean + variance), 120 * KernelTime.ticksPerSecond)
    }

    /// How long a tail goes without an answer before it is probed, in microseconds: longer for one segment alone, whose
    /// acknowledgement may be delayed.
    func probeWait(isAlone: Bool) -> Int {
        guard smoothed > 0 else { return KernelTime.microseconds(ticks: KernelTime.ticksPerSecond) }
        return (smoothed >> 2) + (isAlone ? Self.leastVariance : KernelTime.leastTimeout)
    }

    mutating func note(least sample: Int) { least = min(least, max(1, sample)) }

    /// One sample; `acknowledged` and `next` are where the sender's stream stands.
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
