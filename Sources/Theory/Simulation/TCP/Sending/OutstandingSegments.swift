import Wire

/// A sender's outstanding segments: deliveries, losses, recovery state and measured round trips.
struct OutstandingSegments {
    private(set) var board = Scoreboard()
    private(set) var roundTrip = RoundTripEstimate()
    private(set) var recovery = LossRecovery()
    private(set) var probe = TailProbe()
    private var recent = RecentAcknowledgement()

    var inFlight: Int { board.inFlight }
    var isEmpty: Bool { board.isEmpty }
    /// When the oldest was sent, in microseconds; nil if none is outstanding.
    var oldest: Int? { board.oldest?.sentAt }

    /// Starts with the handshake's round trip, in microseconds.
    mutating func begin(roundTrip sample: Int) {
        roundTrip.note(least: sample)
        roundTrip.add(sample, acknowledged: 0, next: 0)
    }

    // MARK: What is sent

    mutating func add(_ range: Range<Int>, at now: Int, endsBurst: Bool) {
        board.add(range, at: now, endsBurst: endsBurst)
    }

    mutating func resend(_ index: Int, at now: Int) { board.resend(index, at: now) }
    mutating func collapse(_ index: Int, room: Int) -> Int { board.collapse(index, room: room) }

    mutating func count(sent: Int) { recovery.count(sent: sent) }
    mutating func count(delivered: Int) { recovery.count(delivered: delivered) }

    mutating func sendProbe(upTo next: Int, isRepeated: Bool?) {
        probe.send(upTo: next, isRepeated: isRepeated)
    }

    // MARK: What an acknowledgement says

    /// Removes acknowledged segments and measures the round trip; `echoed` is the timestamp's sample.
    mutating func acknowledge(
        _ segment: SimulatedSegment,
        _ news: inout AcknowledgementNews,
        _ sequence: inout SendSequence,
        _ control: inout any CongestionControl,
        echoed: Int,
        at now: Int
    ) {
        for range in segment.selective { sack(range, &news, &control, at: now) }
        while let oldest = board.oldest, oldest.range.upperBound <= sequence.unacknowledged {
            let sent = board.removeOldest()
            if sent.endsBurst { sequence.acknowledgedBurst() }
            news.acknowledge(sent, recoveryEnd: recovery.end)
            guard !sent.isSacked else { continue }
            control.delivered(sent.range)
            recent.heard(of: sent, at: now, leastRoundTrip: roundTrip.least)
        }
        guard let sample = news.samples(at: now, echoed: echoed) else { return }
        roundTrip.note(least: sample.last)
        roundTrip.add(sample.first, acknowledged: sequence.unacknowledged, next: sequence.next)
        news.latestRoundTrip = sample.last
    }

    private mutating func sack(
        _ range: Range<Int>,
        _ news: inout AcknowledgementNews,
        _ control: inout any CongestionControl,
        at now: Int
    ) {
        var index = board.index(at: range.lowerBound)
        while index < board.indices.upperBound, board[index].range.upperBound <= range.upperBound {
            let sent = board[index]
            if !sent.isSacked {
                news.sack(sent, recoveryEnd: recovery.end)
                recent.heard(of: sent, at: now, leastRoundTrip: roundTrip.least)
                board.sack(index)
                control.delivered(sent.range)
            }
            index += 1
        }
    }

    /// A tail probe that repaired a loss reduces the window as the loss would have.
    mutating func judgeProbe(
        _ news: AcknowledgementNews,
        _ sequence: SendSequence,
        _ control: inout any CongestionControl
    ) {
        guard probe.judge(acknowledged: sequence.unacknowledged, news) else { return }
        beginReduction(next: sequence.next, &control)
        control.repaired()
        recovery.endReduction(board, next: sequence.next)
    }

    // MARK: Losses

    /// Ends the recovery state if the acknowledgement does; true after a timeout, which may prove spurious.
    mutating func leaveState(_ sequence: SendSequence, _ control: inout any CongestionControl) -> Bool {
        if recovery.leave(sequence, board) { control.repaired() }
        return recovery.state == .loss
    }

    mutating func continueAfterTimeout(_ news: AcknowledgementNews, _ sequence: SendSequence)
        -> LossRecovery.AfterTimeout
    {
        recovery.continueAfterTimeout(news, sequence, board)
    }

    /// The timeout was spurious: nothing is lost.
    mutating func restore(next: Int) {
        for index in board.indices { board.unlose(index) }
        recovery.settle(board, next: next)
    }

    /// True if there are losses, for which the window has to shrink.
    mutating func judgeLosses(next: Int, _ control: inout any CongestionControl) -> Bool {
        guard board.lost > 0 else {
            if recovery.state != .reduced { recovery.keepOpen(board, next: next) }
            return false
        }
        enterRecovery(next: next, &control)
        return true
    }

    /// Whether losses were found, and the microseconds until all doubtful segments are decided.
    mutating func detectLosses(byTimer: Bool, at now: Int) -> (found: Bool, wait: Int?) {
        recent.detect(in: &board, window: reordering, byTimer: byTimer, at: now)
    }

    /// Tolerated reordering, in microseconds.
    private var reordering: Int {
        RecentAcknowledgement.window(board, roundTrip, isRecovering: recovery.state >= .recovery)
    }

    private mutating func beginReduction(next: Int, _ control: inout any CongestionControl) {
        recovery.beginReduction(window: control.window, next: next)
        probe.forget()
        control.reduce()
    }

    mutating func enterRecovery(next: Int, _ control: inout any CongestionControl) {
        if recovery.state != .reduced { beginReduction(next: next, &control) }
        recovery.enterRecovery()
    }

    /// A retransmission timeout: all segments but the most recent count as lost. False if it repeats one for
    /// the same segments.
    mutating func timeOut(_ sequence: SendSequence, window: Int, isBackedOff: Bool, at now: Int) -> Bool {
        let (first, reordering) = (board.indices.lowerBound, reordering)
        for index in board.indices where !board[index].isSacked {
            let mayArrive = recent.mayArrive(age: now - board[index].sentAt, window: reordering)
            if index == first || !mayArrive { board.lose(index) }
        }
        probe.forget()
        return recovery.timeOut(sequence, window: window, isBackedOff: isBackedOff)
    }
}
