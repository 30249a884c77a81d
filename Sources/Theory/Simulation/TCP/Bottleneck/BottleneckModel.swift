import Wire

/// What a BBR sender believes of its path, and how fast and how full that has it go: version 1, in Linux's integers.
///
/// Rates are segments a microsecond in parts of `rateUnit`, gains in parts of `unit`.
struct BottleneckModel {
    enum Stage {
        case startup, drain, probingRate, probingRoundTrip
    }

    static let rateUnit = 1 << 24
    static let unit = 256
    /// 2 / ln 2, by which a rate doubles each round.
    static let highGain = unit * 2885 / 1000 + 1
    private static let drainGain = unit * 1000 / 2885
    /// For more first, then to empty what that has queued, then as fast as segments arrive.
    private static let cycle = [unit * 5 / 4, unit * 3 / 4] + Array(repeating: unit, count: 6)
    static let phases = 8
    /// The first phase is drawn: every one but that which empties.
    static let drawnPhases = 7
    static let leastWindow = 4
    static let initialWindow = 10
    private static let roundsOfRate = 10
    /// Of a hundred: so much slower than the line it goes.
    private static let pacedShare = 99

    let segment: Int
    /// Draws below a bound.
    var draw: DrawnPhase

    var stage = Stage.startup
    /// Bytes a second.
    var pacingRate = 0
    var pacingGain = highGain
    var windowGain = highGain
    private var hasRoundTrip = false

    var rates = RecentMaximum(rounds: roundsOfRate)
    var policed = PolicedRate()
    var excess = AcknowledgementExcess()
    var rounds = 0
    /// A round ends with the first segment that was sent when so many had arrived.
    var roundEnd = 0
    var isRoundStart = false

    /// Microseconds, and the tick of its measuring.
    var leastRoundTrip = Int.max
    var leastAt = 0
    /// The tick at which the least round trip has been probed for long enough.
    var probeEnds: Int?
    var isProbeRoundOver = false
    /// Something is sent after the application left the line idle.
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

    /// The greatest of late, or what a policer lets through.
    var rate: Int { policed.rate ?? rates.value }

    // MARK: What happens

    /// The connection is there; the handshake measured the round trip, or did not.
    mutating func begin(window: Int, meanRoundTrip: Int, leastRoundTrip: Int, at now: Instant) {
        self.leastRoundTrip = leastRoundTrip
        leastAt = KernelTime.ticks(now)
        excess.begin(at: KernelTime.microseconds(now))
        paceByRoundTrip(window: window, meanRoundTrip)
    }

    /// The first segment after nothing was out, where the application had left room.
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

    /// What the window is to be after an acknowledgement; the pacing rate follows, too.
    mutating func acknowledged(_ news: PathNews, window: Int) -> Int {
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

    /// Before the pipe is full the rate only rises.
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

    /// Of full segments, a hundredth slower than the rate.
    static func bytesPerSecond(_ rate: Int, _ gain: Int, segment: Int) -> Int {
        let share = 10_000 * pacedShare
        return (min((rate * segment * gain) >> 8, .max / share) * share) >> 24
    }
}
