import Wire

/// BBR's way: the sender measures what the path carries and goes at that rate, by a timer.
final class BottleneckControl: CongestionControl {
    private var model: BottleneckModel
    private var meter = DeliveryMeter()
    private var sent = 0
    private var lostBefore = 0

    init(_ settings: TCPSettings, flow: UInt32) {
        model = BottleneckModel(segment: settings.segment, draw: DrawnPhase(seed: settings.seed, flow: flow))
    }

    func begin(_ sender: TCPEndpoint) {
        model.begin(
            window: sender.window.segments,
            meanRoundTrip: sender.roundTrip.mean,
            leastRoundTrip: sender.roundTrip.least,
            at: sender.now
        )
        sender.pacingRate = model.pacingRate
    }

    func willWrite(_ sender: TCPEndpoint) {
        guard sender.written - sender.next < sender.settings.segment,
            sender.board.inFlight < sender.window.segments, sender.board.lost <= sender.board.resent
        else { return }
        meter.limit(inFlight: sender.board.inFlight)
    }

    func resume(_ sender: TCPEndpoint) {}

    func willSend(_ range: Range<Int>, segments: Int, again: Bool, _ sender: TCPEndpoint) {
        if sender.board.inFlight == 0, meter.isLimited {
            sender.window.segments = model.restart(window: sender.window.segments, at: sender.now)
            sender.pacingRate = model.pacingRate
        }
        let begins = max(sender.release, sender.now)
        sent += segments
        meter.sent(
            range,
            again: again,
            isFirst: sender.board.isEmpty,
            at: KernelTime.microseconds(begins)
        )
        guard sent >= Pacing.unpaced else {
            sender.release = begins
            return
        }
        let credit = begins - sender.release
        sender.release =
            begins + Pacing.gap(bytes: range.count, rate: sender.pacingRate, credit: credit)
    }

    func didSend(isLimited: Bool, _ sender: TCPEndpoint) {}

    func delivered(_ segment: Scoreboard.Sent, _ sender: TCPEndpoint) {
        meter.arrived(segment.range)
    }

    func measured(_ roundTrip: Int, _ sender: TCPEndpoint) {}

    func acknowledged(_ news: TCPEndpoint.News, _ sender: TCPEndpoint) {
        guard news.wasAnythingOut else { return }
        let sample = meter.sample(
            of: news.delivered,
            acknowledged: sender.unacknowledged,
            leastRoundTrip: sender.roundTrip.least,
            at: sender.microseconds
        )
        let wasProbing = model.stage == .probingRoundTrip
        sender.window.segments = model.acknowledged(
            PathNews(
                now: sender.now,
                sample: sample,
                acknowledged: news.delivered,
                delivered: meter.delivered,
                deliveredAt: meter.deliveredAt,
                lost: sender.board.losses - lostBefore,
                lostInAll: sender.board.losses,
                roundTrip: news.latestRoundTrip,
                isMaybeDelayed: isMaybeDelayed(news, sample, sender),
                meanRoundTrip: sender.roundTrip.mean,
                inFlightBefore: news.inFlightBefore,
                inFlight: sender.board.inFlight,
                held: max(0, Int(sender.release - sender.now) / 1000),
                state: sender.recovery.state
            ),
            window: sender.window.segments
        )
        sender.pacingRate = model.pacingRate
        lostBefore = sender.board.losses
        if wasProbing || model.stage == .probingRoundTrip { meter.limit(inFlight: sender.board.inFlight) }
    }

    private func isMaybeDelayed(
        _ news: TCPEndpoint.News,
        _ sample: DeliverySample?,
        _ sender: TCPEndpoint
    ) -> Bool {
        news.delivered == 1 && !news.hasSacked && news.advance < sender.settings.segment
            && sample?.delivered == 1
    }

    func reduce(_ sender: TCPEndpoint) {
        model.saveWindow(sender.window.segments)
    }

    func reducedByTimer(_ sender: TCPEndpoint) {}

    func repaired(_ sender: TCPEndpoint) {}

    func timedOut(isNew: Bool, _ sender: TCPEndpoint) {
        if isNew { model.saveWindow(sender.window.segments) }
        sender.window.segments = sender.board.inFlight + 1
        model.timedOut(
            delivered: meter.delivered,
            at: meter.deliveredAt,
            lostInAll: sender.board.losses
        )
    }

    func undo(_ sender: TCPEndpoint) {
        model.undo(
            delivered: meter.delivered,
            at: meter.deliveredAt,
            lostInAll: sender.board.losses
        )
    }

    func leastBurst(_ sender: TCPEndpoint) -> Int { model.leastBurst }

    /// Room for half as much again: it may grow while it recovers.
    func provisioned(_ sender: TCPEndpoint) -> Int { max(10, sender.window.segments) * 3 / 2 }
}
