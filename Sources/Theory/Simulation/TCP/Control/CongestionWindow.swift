import Wire

/// How many segments a sender may have out, and how that grows.
struct CongestionWindow {
    private(set) var segments: Int
    /// The slow start threshold.
    private(set) var threshold = Int.max / 4
    private var counted = 0
    /// nil grows as Reno does.
    private var cubic: CubicGrowth?
    private let initial: Int

    // What is known of how fully the window is used.
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

    /// Whether what is out came near enough to the window for it to grow.
    private var isFull: Bool { isLimiting || isSlowStart && segments < 2 * mostOut }

    mutating func begin(at now: Instant, next: Int) {
        usedSince = KernelTime.ticks(now)
        cubic?.begin(at: now, next: next)
    }

    /// So many segments were acknowledged.
    mutating func grow(by acknowledged: Int, at now: Instant) {
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

    /// The round trip was measured.
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

    /// While a loss is repaired the window comes down by other rules.
    mutating func set(_ segments: Int) { self.segments = segments }

    /// A loss: the threshold is what the window is to come down to.
    mutating func reduceThreshold() {
        counted = 0
        threshold = cubic?.threshold(window: segments) ?? max(segments >> 1, 2)
    }

    /// What a timeout took away that was in vain.
    mutating func restore(window: Int, threshold: Int) {
        segments = max(segments, window)
        self.threshold = max(self.threshold, threshold)
    }

    /// After a retransmission timeout.
    mutating func collapse(inFlight: Int, at now: Instant, next: Int) {
        reduceThreshold()
        cubic?.forget(at: now, next: next)
        segments = inFlight + 1
        usedSince = KernelTime.ticks(now)
    }

    /// Called when something was sent, or the window kept it from being sent.
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

    /// Something is to be sent after nothing was out for so many ticks.
    mutating func restart(after idle: Int, _ timeout: Int, at now: Instant) {
        cubic?.resume(after: idle, at: now)
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

    private var heldThreshold: Int { max(threshold, (segments >> 1) + (segments >> 2)) }
}
