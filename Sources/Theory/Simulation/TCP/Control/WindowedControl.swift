import Wire

/// Reno and CUBIC: the window grows with deliveries and shrinks with losses. Nothing is paced; the rate only
/// sizes bursts.
struct WindowedControl: CongestionControl {
    private let segment: Int
    private var congestion: CongestionWindow
    private(set) var pacingRate = 0
    private(set) var release = Instant.zero
    /// Threshold to restore if the last reduction was needless; nil if it may not be taken back.
    private var thresholdBefore: Int?

    let leastBurst = 2
    var window: Int { congestion.segments }
    var threshold: Int? { congestion.threshold < .max / 4 ? congestion.threshold : nil }
    var provisioned: Int { window }

    init(_ settings: TCPSettings) {
        segment = settings.segment
        congestion = settings.window
    }

    mutating func begin(_ sender: SenderState, isCautious: Bool) {
        if isCautious { congestion.set(1) }
        congestion.begin(at: sender.now, next: sender.next)
        updateRate(sender)
    }

    mutating func willWrite(_ sender: SenderState) {}

    mutating func resume(_ sender: SenderState) {
        congestion.restart(after: Self.idle(sender), sender.roundTrip.timeout, at: sender.now)
    }

    mutating func willSend(_ range: Range<Int>, segments: Int, again: Bool, _ sender: SenderState) {
        if sender.inFlight == 0 { congestion.goOn(after: Self.idle(sender), at: sender.now) }
        release = sender.now
    }

    /// Ticks since it sent last.
    private static func idle(_ sender: SenderState) -> Int {
        KernelTime.ticks(sender.now) - KernelTime.ticks(sender.lastSent)
    }

    mutating func didSend(isLimited: Bool, _ sender: SenderState) {
        congestion.validate(
            out: sender.out,
            isLimited: isLimited,
            acknowledged: sender.unacknowledged,
            next: sender.next,
            sender.roundTrip.timeout,
            isOpen: sender.recovery == .open,
            at: sender.now
        )
    }

    mutating func delivered(_ range: Range<Int>) {}

    mutating func measured(_ roundTrip: Int, _ sender: SenderState) {
        congestion.measured(
            roundTrip,
            acknowledged: sender.unacknowledged,
            next: sender.next,
            pacingRate: pacingRate,
            at: sender.now
        )
    }

    mutating func acknowledged(_ news: AcknowledgementEffects, _ sender: SenderState) {
        if sender.isReducing {
            let isClean = news.isAdvanced && news.lost == 0
            reduceProportionally(delivered: news.delivered, isClean: isClean, sender)
        } else if news.hasAcknowledged || sender.growsByNews && news.hasSacked {
            congestion.grow(by: news.delivered, at: sender.now)
        }
        updateRate(sender)
    }

    mutating func reduce() { congestion.reduceThreshold() }

    mutating func reducedByTimer(_ sender: SenderState) {
        reduceProportionally(delivered: 1, isClean: false, sender)
    }

    mutating func rememberThreshold() { thresholdBefore = congestion.heldThreshold }
    mutating func forgetThreshold() { thresholdBefore = nil }

    private mutating func reduceProportionally(delivered: Int, isClean: Bool, _ sender: SenderState) {
        let reduced = sender.reduction.window(
            threshold: congestion.threshold,
            inFlight: sender.inFlight,
            delivered: delivered,
            isClean: isClean
        )
        congestion.set(reduced ?? window)
    }

    mutating func repaired() { congestion.set(congestion.threshold) }

    mutating func timedOut(isNew: Bool, _ sender: SenderState) {
        if isNew { congestion.reduceThreshold() }
        congestion.collapse(inFlight: sender.inFlight, at: sender.now, next: sender.next)
    }

    mutating func undo(_ sender: SenderState) {
        guard let thresholdBefore else { return congestion.touch(at: sender.now) }
        congestion.restore(window: sender.reduction.windowBefore, threshold: thresholdBefore, at: sender.now)
    }

    private mutating func updateRate(_ sender: SenderState) {
        let share = window < congestion.threshold / 2 ? 200 : 120
        var rate = segment * 80_000 * share * max(window, sender.out)
        if sender.roundTrip.smoothed > 0 { rate /= sender.roundTrip.smoothed }
        pacingRate = rate
    }
}
