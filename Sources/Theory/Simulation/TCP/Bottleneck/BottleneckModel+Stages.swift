import Wire

/// BBR's stages and the transitions between them.
extension BottleneckModel {
    private static let roundTripWindow = 10 * KernelTime.ticksPerSecond
    private static let probeTime = KernelTime.ticks(microseconds: 200_000)

    // MARK: The cycle

    mutating func moveCycle(_ news: PathSample) {
        guard stage == .probingRate, isPhaseOver(news) else { return }
        beginPhase((phase + 1) % Self.phases, at: news.deliveredAt)
    }

    private mutating func beginPhase(_ next: Int, at microseconds: Int) {
        phase = next
        phaseBegan = microseconds
    }

    /// A phase lasts a round trip. A probing phase (gain above 1) also lasts until that much is in flight; a
    /// draining phase (gain below 1) ends as soon as the queue is gone.
    private func isPhaseOver(_ news: PathSample) -> Bool {
        let isLongEnough = news.deliveredAt - phaseBegan > leastRoundTrip
        if pacingGain == Self.unit { return isLongEnough }
        let inNetwork = inNetwork(news.inFlightBefore, news)
        if pacingGain > Self.unit {
            return isLongEnough && (news.lost > 0 || inNetwork >= wanted(pacingGain))
        }
        return isLongEnough || inNetwork <= wanted(Self.unit)
    }

    /// Segments that will be in flight when the next ones may go.
    private func inNetwork(_ inFlight: Int, _ news: PathSample) -> Int {
        let then = inFlight + (pacingGain > Self.unit ? burstGoal : 0)
        return max(0, then - (rate * news.held) >> 24)
    }

    // MARK: Emptying what starting has queued

    mutating func drain(_ news: PathSample) {
        if stage == .startup, isPipeFull { stage = .drain }
        if stage == .drain, inNetwork(news.inFlight, news) <= wanted(Self.unit) {
            probeRate(at: news.deliveredAt)
        }
    }

    mutating func probeRate(at microseconds: Int) {
        stage = .probingRate
        let drawn = Self.phases - 1 - draw.next(below: Self.drawnPhases)
        beginPhase((drawn + 1) % Self.phases, at: microseconds)
    }

    // MARK: The round trip

    /// The congestion window after the round trip is noted; the end of a round-trip probe restores it.
    mutating func noteRoundTrip(_ news: PathSample, window: Int) -> Int {
        var window = window
        let tick = KernelTime.ticks(news.now)
        let isOld = tick > leastAt + Self.roundTripWindow
        if let sample = news.roundTrip, sample <= leastRoundTrip || isOld && !news.isMaybeDelayed {
            leastRoundTrip = sample
            leastAt = tick
        }
        if isOld, !isRestarting, stage != .probingRoundTrip {
            stage = .probingRoundTrip
            saveWindow(window)
            probeEnds = nil
        }
        if stage == .probingRoundTrip { window = probeRoundTrip(news, window: window) }
        if news.sample.map({ $0.delivered > 0 }) ?? false { isRestarting = false }
        return window
    }

    private mutating func probeRoundTrip(_ news: PathSample, window: Int) -> Int {
        guard probeEnds != nil else {
            if news.inFlight <= Self.leastWindow {
                probeEnds = KernelTime.ticks(news.now) + Self.probeTime
                isProbeRoundOver = false
                roundEnd = news.delivered
            }
            return window
        }
        if isRoundStart { isProbeRoundOver = true }
        return isProbeRoundOver ? endProbeWhereDue(window: window, at: news.now) : window
    }

    mutating func endProbeWhereDue(window: Int, at now: Instant) -> Int {
        let tick = KernelTime.ticks(now)
        guard let probeEnds, tick > probeEnds else { return window }
        leastAt = tick
        if isPipeFull { probeRate(at: KernelTime.microseconds(now)) } else { stage = .startup }
        return max(window, windowBefore)
    }
}
