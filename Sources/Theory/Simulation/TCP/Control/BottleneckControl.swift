import Wire

/// BBR: the sender measures the path's rate and paces itself at it, by a timer.
struct BottleneckControl: CongestionControl {
    private var model: BottleneckModel
    private var meter = DeliveryMeter()
    private var sent = 0
    private var lostBefore = 0
    private let segment: Int
    private(set) var window: Int
    private(set) var release = Instant.zero

    var threshold: Int? { nil }
    var pacingRate: Int { model.pacingRate }
    var leastBurst: Int { model.leastBurst }
    /// Half as much again as the window, which may grow during recovery.
    var provisioned: Int { max(10, window) * 3 / 2 }

    init(_ settings: TCPSettings, flow: UInt32) {
        segment = settings.segment
        window = settings.initialWindow
        model = BottleneckModel(segment: settings.segment, draw: DrawnPhase(seed: settings.seed, flow: flow))
    }

    mutating func begin(_ sender: SenderState, isCautious: Bool) {
        if isCautious { window = 1 }
        model.begin(
            window: window,
            meanRoundTrip: sender.roundTrip.mean,
            leastRoundTrip: sender.roundTrip.least,
            at: sender.now
        )
    }

    mutating func willWrite(_ sender: SenderState) {
        guard sender.unsent < segment,
            sender.inFlight < window, sender.hasResentLost
        else { return }
        meter.limit(inFlight: sender.inFlight)
    }

    mutating func resume(_ sender: SenderState) {}

    mutating func willSend(_ range: Range<Int>, segments: Int, again: Bool, _ sender: SenderState) {
        if sender.inFlight == 0, meter.isLimited {
            window = model.restart(window: window, at: sender.now)
        }
        let begins = max(release, sender.now)
        sent += segments
        meter.sent(
            range,
            again: again,
            isFirst: sender.out == 0,
            at: KernelTime.microseconds(begins)
        )
        guard sent >= Pacing.unpaced else {
            release = begins
            return
        }
        let credit = begins - release
        release =
            begins + Pacing.gap(bytes: range.count, rate: pacingRate, credit: credit)
    }

    mutating func didSend(isLimited: Bool, _ sender: SenderState) {}

    mutating func delivered(_ range: Range<Int>) {
        meter.arrived(range)
    }

    mutating func measured(_ roundTrip: Int, _ sender: SenderState) {}

    mutating func acknowledged(_ news: AcknowledgementEffects, _ sender: SenderState) {
        guard news.wasAnythingOut else { return }
        let sample = meter.sample(
            of: news.delivered,
            acknowledged: sender.unacknowledged,
            leastRoundTrip: sender.roundTrip.least,
            at: sender.microseconds
        )
        let wasProbing = model.stage == .probingRoundTrip
        window = model.acknowledged(
            PathSample(
                now: sender.now,
                sample: sample,
                acknowledged: news.delivered,
                delivered: meter.delivered,
                deliveredAt: meter.deliveredAt,
                lost: sender.losses - lostBefore,
                lostInAll: sender.losses,
                roundTrip: news.latestRoundTrip,
                isMaybeDelayed: isMaybeDelayed(news, sample, sender),
                meanRoundTrip: sender.roundTrip.mean,
                inFlightBefore: news.inFlightBefore,
                inFlight: sender.inFlight,
                held: max(0, Int(release - sender.now) / 1000),
                state: sender.recovery
            ),
            window: window
        )
        lostBefore = sender.losses
        if wasProbing || model.stage == .probingRoundTrip { meter.limit(inFlight: sender.inFlight) }
    }

    private func isMaybeDelayed(
        _ news: AcknowledgementEffects,
        _ sample: DeliverySample?,
        _ sender: SenderState
    ) -> Bool {
        news.delivered == 1 && !news.hasSacked && news.advance < segment
            && sample?.delivered == 1
    }

    mutating func reduce() {
        model.saveWindow(window)
    }

    mutating func reducedByTimer(_ sender: SenderState) {}

    mutating func rememberThreshold() {}
    mutating func forgetThreshold() {}

    mutating func repaired() {}

    mutating func timedOut(isNew: Bool, _ sender: SenderState) {
        if isNew { model.saveWindow(window) }
        window = sender.inFlight + 1
        model.timedOut(
            delivered: meter.delivered,
            at: meter.deliveredAt,
            lostInAll: sender.losses
        )
    }

    mutating func undo(_ sender: SenderState) {
        model.undo(
            delivered: meter.delivered,
            at: meter.deliveredAt,
            lostInAll: sender.losses
        )
    }
}
