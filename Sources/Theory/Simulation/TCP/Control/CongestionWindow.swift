import Wire

/// The congestion window and its growth.
struct CongestionWindow {
    private(set) var segments: Int
    /// The slow start threshold.
    private(set) var threshold = Int.max / 4
    private var counted = 0
    /// nil means Reno's growth.
    private var cubic: CubicGrowth?
    private let initial: Int

    // Congestion window validation: how fully the window is used.
    private var isLimiting = false
    private var mostOut = 0
    private var usageEnd = 0
    private var used = 0
    private var usedSince = 0

    init(cubic: CubicGrowth?, initial: Int) {
        self.cubic = cubic
        self.initial = initial
        segments = initial
    }

    private var isSlowStart: Bool { segments < threshold }

    /// Whether the window was used enough to grow.
    private var isFull: Bool { isLimiting || isSlowStart && segments < 2 * mostOut }

    mutating func begin(at now: Instant, next: Int) {
        usedSince = KernelTime.ticks(now)
        cubic?.begin(at: now, next: next)
    }

    /// Grows by acknowledged segments.
    mutating func grow(by acknowledged: Int, at now: Instant) {
        touch(at: now)
        guard isFull else { return }
        var left = acknowledged
        if isSlowStart {
            let grown = min(segments + left, threshold)
            left -= grown - segments
            segments = grown
            guard left > 0 else { return }
        }
        let forOne =
            cubic?.segmentsForOne(window: segments, acknowledged: left, at: now) ?? segments
        if counted >= forOne {
            counted = 0
            segments += 1
        }
        counted += left
        if counted >= forOne {
            segments += counted / forOne
            counted %= forOne
        }
    }

    /// Notes a measured round trip, in microseconds.
    mutating func measured(_ delay: Int, acknowledged: Int, next: Int, pacingRate: Int, at now: Instant) {
        guard cubic != nil else { return }
        let state = SlowStartExit.State(
            isSlowStart: isSlowStart,
            window: segments,
            acknowledged: acknowledged,
            next: next,
            pacingRate: pacingRate
        )
        if cubic?.measured(delay, state, at: now) == true { threshold = segments }
    }

    /// Sets the window during loss recovery, which has rules of its own.
    mutating func set(_ segments: Int) { self.segments = segments }

    /// Lowers the threshold after a loss; the window follows it.
    mutating func reduceThreshold() {
        counted = 0
        threshold = cubic?.threshold(window: segments) ?? max(segments >> 1, 2)
    }

    /// Restores what a needless reduction took away.
    mutating func restore(window: Int, threshold: Int, at now: Instant) {
        segments = max(segments, window)
        self.threshold = max(self.threshold, threshold)
        touch(at: now)
    }

    /// The window counts as used now.
    mutating func touch(at now: Instant) { usedSince = KernelTime.ticks(now) }

    /// After a retransmission timeout.
    mutating func collapse(inFlight: Int, at now: Instant, next: Int) {
        counted = 0
        cubic?.forget(at: now, next: next)
        segments = inFlight + 1
        usedSince = KernelTime.ticks(now)
    }

    /// Called after sending, or when the window prevented it.
    mutating func validate(
        out: Int,
        isLimited: Bool,
        acknowledged: Int,
        next: Int,
        _ timeout: Int,
        isOpen: Bool,
        at now: Instant
    ) {
        if acknowledged >= usageEnd || isLimited || !isLimiting && out > mostOut {
            isLimiting = isLimited
            mostOut = out
            usageEnd = next
        }
        let ticks = KernelTime.ticks(now)
        if isFull {
            used = 0
            usedSince = ticks
            return
        }
        used = max(used, out)
        guard ticks - usedSince >= timeout else { return }
        if isOpen {
            let needed = max(used, initial)
            if needed < segments {
                threshold = heldThreshold
                segments = (segments + needed) >> 1
            }
            used = 0
        }
        usedSince = ticks
    }

    /// Sends the first segment in flight after this many idle ticks.
    mutating func goOn(after idle: Int, at now: Instant) { cubic?.resume(after: idle, at: now) }

    /// Called before sending after this many idle ticks.
    mutating func restart(after idle: Int, _ timeout: Int, at now: Instant) {
        guard idle > timeout else { return }
        threshold = heldThreshold
        let least = min(initial, segments)
        var left = idle - timeout
        while left > 0, segments > least {
            segments >>= 1
            left -= timeout
        }
        segments = max(segments, least)
        usedSince = KernelTime.ticks(now)
        used = 0
    }

    /// The threshold, or three quarters of the window if that is more.
    var heldThreshold: Int { max(threshold, (segments >> 1) + (segments >> 2)) }
}
