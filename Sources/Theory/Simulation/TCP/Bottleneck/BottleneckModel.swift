import Wire

/// A BBR sender's model of its path, and the rate and window that follow: version 1, in Linux's integers.
///
/// Rates are segments per microsecond in units of 1/`rateUnit`, gains in units of 1/`unit`.
struct BottleneckModel {
    enum Stage {
        case startup, drain, probingRate, probingRoundTrip
    }

    static let rateUnit = 1 << 24
    static let unit = 256
    /// 2 / ln 2, by which a rate doubles each round.
    private static let highGain = unit * 2885 / 1000 + 1
    private static let drainGain = unit * 1000 / 2885
    /// Gains of the cycle: probe for more, drain the queue this made, then cruise.
    private static let cycle = [unit * 5 / 4, unit * 3 / 4] + Array(repeating: unit, count: 6)
    static let phases = 8
    /// The first phase is random, but never the draining one.
    static let drawnPhases = 7
    static let leastWindow = 4
    static let initialWindow = 10
    private static let roundsOfRate = 10
    /// Pacing rate in percent of the estimated rate, so that queues stay short.
    private static let pacedShare = 99

    let segment: Int
    /// Draws below a bound.
    var draw: DrawnPhase

    var stage = Stage.startup
    /// Bytes per second.
    var pacingRate = 0
    var pacingGain = highGain
    var windowGain = highGain
    private var hasRoundTrip = false

    var rates = RecentMaximum(rounds: roundsOfRate)
    var policed = PolicedRate()
    var excess = AcknowledgementExcess()
    var rounds = 0
    /// A round ends when a segment sent after this many deliveries is acknowledged.
    var roundEnd = 0
    var isRoundStart = false

    /// Microseconds, and the tick at which it was measured.
    var leastRoundTrip = Int.max
    var leastAt = 0
    /// The tick at which the round-trip probe has lasted long enough.
    var probeEnds: Int?
    var isProbeRoundOver = false
    /// Sending resumes after the application left the line idle.
    var isRestarting = false

    var fullRate = 0
    var fullRounds = 0
    var isPipeFull = false

    var phase = 0
    var phaseBegan = 0

    var windowBefore = 0
    var stateBefore = LossRecovery.State.open
    var isConserving = false

    init(segment: Int, draw: DrawnPhase) {
        self.segment = segment
        self.draw = draw
    }

    /// The recent maximum, or a policer's rate.
    var rate: Int { policed.rate ?? rates.value }

    // MARK: What happens

    /// Starts with the handshake's round trip, if it was measured.
    mutating func begin(window: Int, meanRoundTrip: Int, leastRoundTrip: Int, at now: Instant) {
        self.leastRoundTrip = leastRoundTrip
        leastAt = KernelTime.ticks(now)
        excess.begin(at: KernelTime.microseconds(now))
        paceByRoundTrip(window: window, meanRoundTrip)
    }

    /// Called before the first segment after an idle period that the application caused.
    mutating func restart(window: Int, at now: Instant) -> Int {
        isRestarting = true
        excess.begin(at: KernelTime.microseconds(now))
        if stage == .probingRate {
            pace(Self.unit)
        } else if stage == .probingRoundTrip {
            return endProbeWhereDue(window: window, at: now)
        }
        return window
    }

    /// The window after an acknowledgement; also updates the pacing rate.
    mutating func acknowledged(_ news: PathSample, window: Int) -> Int {
        var window = window
        noteRate(news)
        noteExcess(news, window: window)
        moveCycle(news)
        judgePipe(news)
        drain(news)
        window = noteRoundTrip(news, window: window)
        setGains()
        if !hasRoundTrip, news.meanRoundTrip > 0 { paceByRoundTrip(window: window, news.meanRoundTrip) }
        pace(pacingGain)
        return self.window(news, from: window)
    }

    private mutating func setGains() {
        switch stage {
        case .startup: (pacingGain, windowGain) = (Self.highGain, Self.highGain)
        case .drain: (pacingGain, windowGain) = (Self.drainGain, Self.highGain)
        case .probingRate:
            pacingGain = policed.rate == nil ? Self.cycle[phase] : Self.unit
            windowGain = 2 * Self.unit
        case .probingRoundTrip: (pacingGain, windowGain) = (Self.unit, Self.unit)
        }
    }

    // MARK: Pacing

    /// The rate never falls before the pipe is full.
    private mutating func pace(_ gain: Int) {
        let wanted = Self.bytesPerSecond(rate, gain, segment: segment)
        if isPipeFull || wanted > pacingRate { pacingRate = wanted }
    }

    private mutating func paceByRoundTrip(window: Int, _ meanRoundTrip: Int) {
        hasRoundTrip = meanRoundTrip > 0
        let roundTrip = hasRoundTrip ? meanRoundTrip : 1000
        pacingRate = Self.bytesPerSecond(
            window * Self.rateUnit / roundTrip,
            Self.highGain,
            segment: segment
        )
    }

    /// Bytes per second of full segments, one percent below the rate.
    static func bytesPerSecond(_ rate: Int, _ gain: Int, segment: Int) -> Int {
        let share = 10_000 * pacedShare
        return (min((rate * segment * gain) >> 8, .max / share) * share) >> 24
    }
}

/// The path's delivery rate, and whether it has reached its limit.
extension BottleneckModel {
    /// The pipe is full if the rate grows by less than a quarter for three rounds.
    private static let growth = unit * 5 / 4
    private static let roundsWithoutGrowth = 3
    private static let greatestRate = Int(UInt32.max)

    private mutating func noteRate(_ news: PathSample) {
        isRoundStart = false
        guard let sample = news.sample, let interval = sample.interval else { return }
        if sample.deliveredBefore >= roundEnd {
            roundEnd = news.delivered
            rounds += 1
            isRoundStart = true
            isConserving = false
        }
        notePolicing(news, sample)
        let measured = min(sample.delivered * Self.rateUnit / interval, Self.greatestRate)
        if !sample.isApplicationLimited || measured >= rates.value { rates.note(measured, round: rounds) }
    }

    private mutating func notePolicing(_ news: PathSample, _ sample: DeliverySample) {
        let wasPoliced = policed.rate != nil
        let isOver = policed.note(
            PolicedRate.News(
                isRoundStart: isRoundStart,
                isProbingRate: stage == .probingRate,
                isApplicationLimited: sample.isApplicationLimited,
                lost: news.lost,
                lostInAll: news.lostInAll,
                delivered: news.delivered,
                deliveredAt: news.deliveredAt
            ),
            segment: segment
        )
        if isOver { probeRate(at: news.deliveredAt) }
        if !wasPoliced, policed.rate != nil { pacingGain = Self.unit }
    }

    private mutating func noteExcess(_ news: PathSample, window: Int) {
        guard news.acknowledged > 0, news.sample?.interval != nil else { return }
        excess.note(
            news.acknowledged,
            rate: rate,
            window: window,
            isRoundStart: isRoundStart,
            at: news.deliveredAt
        )
    }

    private mutating func judgePipe(_ news: PathSample) {
        guard !isPipeFull, isRoundStart, news.sample?.isApplicationLimited == false else { return }
        if rates.value >= (fullRate * Self.growth) >> 8 {
            fullRate = rates.value
            fullRounds = 0
            return
        }
        fullRounds += 1
        isPipeFull = fullRounds >= Self.roundsWithoutGrowth
    }
}
