import Wire

/// The retransmission timer and what else it is set for.
extension TCPEndpoint {
    /// In ticks, before any doubling.
    var timeout: Int { roundTrip.timeout }

    private var patience: Int {
        min(timeout << min(backoff, 10), 120 * KernelTime.ticksPerSecond)
    }

    func arm(_ what: Timer, ticks: Int) {
        timer = what
        timerAt = KernelTime.expiry(ticks, from: now)
    }

    func armRetransmission() {
        guard !board.isEmpty else {
            timerAt = nil
            return
        }
        if timerAt != nil, timer == .tailProbe || timer == .reordering { return armRest() }
        arm(.retransmission, ticks: patience)
    }

    /// What is left of the timeout since the oldest segment was sent: another timer stood in for it meanwhile.
    private func armRest() {
        guard !board.isEmpty else { return }
        arm(.retransmission, ticks: KernelTime.ticks(microseconds: max(1, untilTimeout)))
    }

    /// Microseconds until the oldest segment has been out for the whole timeout.
    private var untilTimeout: Int {
        KernelTime.microseconds(ticks: patience) - (microseconds - (board.oldest?.sentAt ?? microseconds))
    }

    /// A tail that gets no answer for two round trips is asked after; false where that is not done.
    @discardableResult
    func scheduleProbe(advancing: Bool) -> Bool {
        guard !board.isEmpty, recovery.state == .open || recovery.state == .reduced else { return false }
        var wait = KernelTime.microseconds(ticks: KernelTime.ticksPerSecond)
        if roundTrip.smoothed > 0 {
            wait = roundTrip.smoothed >> 2
            wait += board.count == 1 ? RoundTripEstimate.leastVariance : KernelTime.leastTimeout
        }
        let left = advancing ? KernelTime.microseconds(ticks: timeout) : untilTimeout
        if left > 0 { wait = min(wait, left) }
        arm(.tailProbe, ticks: KernelTime.ticks(microseconds: wait))
        return true
    }

    func expire() {
        switch timer {
        case .handshake: if stage == .asking || stage == .answering { repeatHandshake() }
        case .tailProbe: probe()
        case .reordering:
            if detectLosses(byTimer: true), recovery.state < .recovery {
                enterRecovery()
                control.reducedByTimer(self)
            }
            resendLost()
            if timerAt == nil { armRest() }
        case .persistence: askForRoom()
        case .retransmission: giveUp()
        }
    }

    /// Nothing is out and the other end has no room: it is asked again, ever later, since the news of room may be lost.
    func persist() {
        let fits = windowEnd - next >= min(settings.segment, written - next)
        guard board.isEmpty, next < written, !fits, timerAt == nil else { return }
        arm(.persistence, ticks: patience)
    }

    private func askForRoom() {
        guard board.isEmpty, next < written else { return }
        var question = segment()
        question.isWindowProbe = true
        outbox.append(question)
        backoff += 1
        persist()
    }

    private func probe() {
        guard !board.isEmpty else { return }
        // One probe at a time.
        guard recovery.probed == nil else { return armRest() }
        if next < written, windowEnd - next >= min(settings.segment, written - next) {
            let before = board.count
            push(asProbe: true)
            if board.count > before { recovery.isProbeRepeated = false }
        } else {
            resend(board.indices.upperBound - 1)
            recovery.isProbeRepeated = true
        }
        recovery.probed = next
        armRetransmission()
    }

    /// Nothing was heard for too long: all that is out counts as lost.
    private func giveUp() {
        guard !board.isEmpty else { return }
        enterLoss()
        let first = board.indices.lowerBound
        resend(first)
        backoff += 1
        arm(.retransmission, ticks: patience)
    }
}
