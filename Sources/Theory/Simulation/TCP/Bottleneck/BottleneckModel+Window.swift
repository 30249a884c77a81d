/// The congestion window.
extension BottleneckModel {
    /// Pacing rate, in bytes per second, below which segments go one by one.
    private static let leastRateOfPairs = 150_000
    private static let largestBurst = 65_215
    private static let mostInBurst = 127
    /// Maximum ack aggregation, in microseconds of the rate.
    private static let longestExcess = 100_000

    var leastBurst: Int { pacingRate < Self.leastRateOfPairs ? 1 : 2 }

    var burstGoal: Int {
        min(max(min(pacingRate >> 10, Self.largestBurst) / segment, leastBurst), Self.mostInBurst)
    }

    /// Bandwidth-delay product (rate times shortest round trip) times a gain, in segments.
    private func held(_ rate: Int, _ gain: Int) -> Int {
        guard leastRoundTrip < .max else { return Self.initialWindow }
        return (((rate * leastRoundTrip * gain) >> 8) + Self.rateUnit - 1) / Self.rateUnit
    }

    /// Adds what both hosts hold back: three bursts, rounded up to a pair, and another pair to probe with.
    private func rounded(_ segments: Int) -> Int {
        let even = (segments + 3 * burstGoal + 1) & ~1
        return stage == .probingRate && phase == 0 ? even + 2 : even
    }

    func wanted(_ gain: Int) -> Int { rounded(held(rates.value, gain)) }

    private var excessAllowed: Int {
        isPipeFull ? min(excess.most, rate * Self.longestExcess / Self.rateUnit) : 0
    }

    mutating func saveWindow(_ window: Int) {
        let isCut = stateBefore >= .recovery || stage == .probingRoundTrip
        windowBefore = isCut ? max(windowBefore, window) : window
    }

    mutating func window(_ news: PathSample, from before: Int) -> Int {
        var window = before
        if news.acknowledged > 0, !recover(news, &window) {
            let target = rounded(held(rate, windowGain) + excessAllowed)
            if isPipeFull {
                window = min(window + news.acknowledged, target)
            } else if window < target || news.delivered < Self.initialWindow {
                window += news.acknowledged
            }
            window = max(window, Self.leastWindow)
        }
        return stage == .probingRoundTrip ? min(window, Self.leastWindow) : window
    }

    /// Packet conservation in the first round of a recovery; afterwards the window is restored. True if
    /// nothing else may change the window.
    private mutating func recover(_ news: PathSample, _ window: inout Int) -> Bool {
        if news.lost > 0 { window = max(window - news.lost, 1) }
        if news.state == .recovery, stateBefore != .recovery {
            isConserving = true
            roundEnd = news.delivered
            window = news.inFlight + news.acknowledged
        } else if stateBefore >= .recovery, news.state < .recovery {
            window = max(window, windowBefore)
            isConserving = false
        }
        stateBefore = news.state
        if isConserving { window = max(window, news.inFlight + news.acknowledged) }
        return isConserving
    }

    mutating func timedOut(delivered: Int, at microseconds: Int, lostInAll: Int) {
        stateBefore = .loss
        fullRate = 0
        isRoundStart = true
        let news = PolicedRate.News(
            isRoundStart: true,
            isProbingRate: stage == .probingRate,
            lost: 1,
            lostInAll: lostInAll,
            delivered: delivered,
            deliveredAt: microseconds
        )
        let isOver = policed.note(news, segment: segment)
        if isOver { probeRate(at: microseconds) }
    }

    mutating func undo(delivered: Int, at microseconds: Int, lostInAll: Int) {
        fullRate = 0
        fullRounds = 0
        policed.forget(
            PolicedRate.News(lostInAll: lostInAll, delivered: delivered, deliveredAt: microseconds)
        )
    }
}
