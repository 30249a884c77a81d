import Wire

/// CUBIC in Linux's integers: cubic growth after a loss, HyStart before the first.
struct CubicGrowth {
    private static let beta = 717
    private static let betaScale = 8 * (1024 + beta) / 3 / (1024 - beta)
    private static let timeScale = 41 * 10
    private static let cubeFactor = (1 << 40) / timeScale

    private var lastMaximum = 0
    private var origin = 0
    private var offset = 0
    private var epoch: Int?
    private var acknowledgedInEpoch = 0
    private var fairWindow = 0
    private var lastWindow = 0
    private var lastTime = 0
    private var count = 0
    /// Microseconds.
    private(set) var leastDelay = 0
    private var start = SlowStartExit()

    /// The threshold after a loss, which also updates the last maximum.
    mutating func threshold(window: Int) -> Int {
        epoch = nil
        lastMaximum = window < lastMaximum ? window * (1024 + Self.beta) / 2048 : window
        return max(window * Self.beta / 1024, 2)
    }

    /// A retransmission timeout resets everything.
    mutating func forget(at now: Instant, next: Int) {
        self = CubicGrowth()
        start.begin(KernelTime.microseconds(now), next: next)
    }

    mutating func begin(at now: Instant, next: Int) {
        start.begin(KernelTime.microseconds(now), next: next)
    }

    /// Resumes after this many idle ticks.
    mutating func resume(after idle: Int, at now: Instant) {
        guard let since = epoch, idle > 0 else { return }
        epoch = min(KernelTime.ticks(now), since + idle)
    }

    /// Notes a round trip; true if slow start should end here.
    mutating func measured(_ delay: Int, _ state: SlowStartExit.State, at now: Instant) -> Bool {
        if let epoch, KernelTime.ticks(now) - epoch < KernelTime.ticksPerSecond { return false }
        let delay = max(1, delay)
        if leastDelay == 0 || leastDelay > delay { leastDelay = delay }
        guard state.isSlowStart, !start.isFound else { return false }
        return start.note(delay, leastDelay: leastDelay, state, at: KernelTime.microseconds(now))
    }

    /// Number of acknowledged segments that grow the window by one.
    mutating func segmentsForOne(window: Int, acknowledged: Int, at now: Instant) -> Int {
        let time = KernelTime.ticks(now)
        acknowledgedInEpoch += acknowledged
        if lastWindow == window, time - lastTime <= KernelTime.ticksPerSecond / 32 { return max(count, 2) }
        if epoch == nil || time != lastTime { follow(window: window, acknowledged: acknowledged, time: time) }
        keepUpWithReno(window: window)
        count = max(count, 2)
        return count
    }

    private mutating func follow(window: Int, acknowledged: Int, time: Int) {
        lastWindow = window
        lastTime = time
        if epoch == nil {
            epoch = time
            acknowledgedInEpoch = acknowledged
            fairWindow = window
            offset = lastMaximum <= window ? 0 : CubeRoot.near(Self.cubeFactor * (lastMaximum - window))
            origin = max(lastMaximum, window)
        }
        var elapsed = time - (epoch ?? time) + KernelTime.ticks(microseconds: leastDelay)
        elapsed = (elapsed << 10) / KernelTime.ticksPerSecond
        let distance = min(abs(elapsed - offset), 1 << 17)
        let delta = (Self.timeScale * distance * distance * distance) >> 40
        let target = elapsed < offset ? origin - delta : origin + delta
        count = target > window ? window / (target - window) : 100 * window
        if lastMaximum == 0, count > 20 { count = 20 }
    }

    /// Never slower than Reno with the same losses.
    private mutating func keepUpWithReno(window: Int) {
        let step = max(1, (window * Self.betaScale) >> 3)
        if acknowledgedInEpoch > step {
            let steps = (acknowledgedInEpoch - 1) / step
            acknowledgedInEpoch -= steps * step
            fairWindow += steps
        }
        if fairWindow > window { count = min(count, window / (fairWindow - window)) }
    }
}
