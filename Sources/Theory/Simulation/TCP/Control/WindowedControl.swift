/// Reno's way and CUBIC's: the window grows with what arrives and comes down with what is lost. Nothing waits for a timer;
/// the rate only sizes bursts.
final class WindowedControl: CongestionControl {
    func begin(_ sender: TCPEndpoint) {
        sender.window.begin(at: sender.now, next: sender.next)
        updateRate(sender)
    }

    func willWrite(_ sender: TCPEndpoint) {}

    func resume(_ sender: TCPEndpoint) {
        let idle = KernelTime.ticks(sender.now) - KernelTime.ticks(sender.lastSent)
        sender.window.restart(after: idle, sender.timeout, at: sender.now)
    }

    func willSend(_ range: Range<Int>, segments: Int, again: Bool, _ sender: TCPEndpoint) {
        sender.release = sender.now
    }

    func didSend(isLimited: Bool, _ sender: TCPEndpoint) {
        sender.window.validate(
            out: sender.board.count,
            isLimited: isLimited,
            acknowledged: sender.unacknowledged,
            next: sender.next,
            sender.timeout,
            isOpen: sender.recovery.state == .open,
            at: sender.now
        )
    }

    func delivered(_ segment: Scoreboard.Sent, _ sender: TCPEndpoint) {}

    func measured(_ roundTrip: Int, _ sender: TCPEndpoint) {
        sender.window.measured(
            roundTrip,
            acknowledged: sender.unacknowledged,
            next: sender.next,
            pacingRate: sender.pacingRate,
            at: sender.now
        )
    }

    func acknowledged(_ news: TCPEndpoint.News, _ sender: TCPEndpoint) {
        if sender.recovery.isReducing {
            reduceProportionally(news, sender)
        } else if news.hasAcknowledged {
            sender.window.grow(by: news.delivered, at: sender.now)
        }
        updateRate(sender)
    }

    func reduce(_ sender: TCPEndpoint) {
        sender.window.threshold = sender.window.reducedThreshold()
    }

    func reducedByTimer(_ sender: TCPEndpoint) {
        var news = TCPEndpoint.News()
        news.delivered = 1
        reduceProportionally(news, sender)
    }

    func repaired(_ sender: TCPEndpoint) {
        sender.window.segments = sender.window.threshold
    }

    func timedOut(isNew: Bool, _ sender: TCPEndpoint) {
        guard isNew else {
            sender.window.segments = sender.board.inFlight + 1
            return
        }
        sender.recovery.thresholdBefore = max(sender.window.threshold, sender.window.segments * 3 / 4)
        sender.window.collapse(inFlight: sender.board.inFlight, at: sender.now, next: sender.next)
    }

    func undo(_ sender: TCPEndpoint) {
        sender.window.segments = max(sender.window.segments, sender.recovery.windowBefore)
        sender.window.threshold = max(sender.window.threshold, sender.recovery.thresholdBefore)
    }

    func leastBurst(_ sender: TCPEndpoint) -> Int { 2 }

    func provisioned(_ sender: TCPEndpoint) -> Int { sender.window.segments }

    private func updateRate(_ sender: TCPEndpoint) {
        let window = sender.window
        let share = window.segments < window.threshold / 2 ? 200 : 120
        var rate = sender.settings.segment * 80_000 * share * max(window.segments, sender.board.count)
        if sender.roundTrip.smoothed > 0 { rate /= sender.roundTrip.smoothed }
        sender.pacingRate = rate
    }

    /// The window comes down as segments leave the line (RFC 6937).
    private func reduceProportionally(_ news: TCPEndpoint.News, _ sender: TCPEndpoint) {
        guard news.delivered > 0, sender.recovery.windowBefore > 0 else { return }
        let inFlight = sender.board.inFlight
        let room = sender.window.threshold - inFlight
        sender.recovery.delivered += news.delivered
        let recovery = sender.recovery
        var count: Int
        if room < 0 {
            let share = sender.window.threshold * recovery.delivered + recovery.windowBefore - 1
            count = share / recovery.windowBefore - recovery.sent
        } else {
            count = max(recovery.delivered - recovery.sent, news.delivered)
            if news.isAdvanced, news.lost == 0 { count += 1 }
            count = min(room, count)
        }
        count = max(count, recovery.sent > 0 ? 0 : 1)
        sender.window.segments = inFlight + count
    }
}
