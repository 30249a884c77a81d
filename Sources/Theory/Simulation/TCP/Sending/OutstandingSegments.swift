import Wire

/// A sender's outstanding segments: deliveries, losses, recovery state and measured round trips.
struct OutstandingSegments {
    private(set) var board = Scoreboard()
    private(set) var roundTrip = RoundTripEstimate()
    var recovery = LossRecovery()
    private(set) var probe = TailProbe()
    private var recent = RecentAcknowledgement()
    private var reordering = ReorderingWindow()
    /// Segments known to have arrived, and those that were reported to have come twice.
    private var delivered = 0
    private var duplicates = 0
    private var retransmissions = 0
    private let segment: Int

    init(segment: Int) {
        self.segment = segment
    }

    var inFlight: Int { board.inFlight }
    var isEmpty: Bool { board.isEmpty }
    /// When the oldest was sent, in microseconds; nil if none is outstanding.
    var oldest: Int? { board.oldest?.sentAt }
    /// The same exactly.
    var oldestLeft: Instant? { board.oldest?.left }
    /// Every segment that arrives grows the window, not only those acknowledged cumulatively: the path reorders.
    var growsByNews: Bool { reordering.degree > ReorderingWindow().degree }

    /// Starts with the handshake's round trip, in microseconds.
    mutating func begin(roundTrip sample: Int) {
        roundTrip.note(least: sample)
        roundTrip.add(sample, acknowledged: 0, next: 0)
    }

    // MARK: What is sent

    mutating func add(_ range: Range<Int>, at now: Instant, endsBurst: Bool) {
        board.add(range, at: now, endsBurst: endsBurst, delivered: delivered)
    }

    /// `stamp` is the timestamp that the segment carries.
    mutating func resend(_ index: Int, stamp: Int, at now: Instant) {
        board.resend(index, at: now, delivered: delivered)
        recovery.resent(stamp: stamp)
        retransmissions += 1
    }

    /// The segment goes again although it is not lost.
    mutating func repeatAsProbe(_ index: Int, at now: Instant) {
        board.probe(index, at: now, delivered: delivered)
        retransmissions += 1
    }

    mutating func trim(_ index: Int, from acknowledged: Int) { board.trim(index, from: acknowledged) }
    mutating func split(_ index: Int, room: Int) -> Bool { board.split(index, room: room) }
    mutating func cut(after index: Int) -> Bool { board.cut(after: index) }
    mutating func collapse(_ index: Int, room: Int) -> Int { board.collapse(index, room: room) }

    mutating func count(sent: Int) { recovery.count(sent: sent) }
    mutating func count(delivered: Int) { recovery.count(delivered: delivered) }

    mutating func sendProbe(upTo next: Int, isRepeated: Bool) {
        probe.send(upTo: next, isRepeated: isRepeated)
    }

    // MARK: What an acknowledgement says

    /// Removes acknowledged segments and measures the round trip; `echoed` is the timestamp's sample. True if there was one.
    mutating func acknowledge(
        _ segment: SimulatedSegment,
        _ news: inout AcknowledgementEffects,
        _ sequence: inout SendSequence,
        _ control: inout any CongestionControl,
        echoed: Int,
        at now: Int
    ) -> Bool {
        if let duplicate = segment.duplicate { noteDuplicate(duplicate, &news) }
        for range in segment.selective.sorted(by: { $0.lowerBound < $1.lowerBound }) {
            sack(range, &sequence, &news, &control, at: now)
        }
        if let place = news.firstSacked, recovery.state != .loss || recovery.undo.marker != nil {
            let furthest = board.sackedEnd ?? sequence.unacknowledged
            reordering.note(arrivedAt: place, furthest: furthest, segment: self.segment)
        }
        while let oldest = board.oldest, oldest.range.upperBound <= sequence.unacknowledged {
            let sent = board.removeOldest()
            if sent.endsBurst { sequence.changePieces(by: -1) }
            news.acknowledge(sent, recoveryEnd: recovery.end)
            guard !sent.isSacked else { continue }
            control.delivered(sent.range)
            // An echo from before it went again is for the original.
            if sent.wasEverResent, news.echo < sent.sentAt / 1000 { continue }
            recent.heard(of: sent, at: now, leastRoundTrip: roundTrip.least)
        }
        delivered += news.delivered
        let sample = news.samples(at: now, echoed: echoed)
        if let sample {
            roundTrip.note(least: sample.last)
            roundTrip.add(sample.first, acknowledged: sequence.unacknowledged, next: sequence.next)
            news.latestRoundTrip = sample.last
        }
        if let place = news.reordered {
            let furthest = board.sackedEnd ?? sequence.unacknowledged
            reordering.note(arrivedAt: place, furthest: furthest, segment: self.segment)
        }
        reordering.update(deliveredBefore: news.deliveredBefore, delivered: delivered)
        return sample != nil
    }

    /// The other end has received that range twice.
    private mutating func noteDuplicate(_ range: Range<Int>, _ news: inout AcknowledgementEffects) {
        let count = max(1, (range.count + segment - 1) / segment)
        if count == 1, probe.ends(at: range.upperBound) { news.isProbeDuplicate = true }
        duplicates += count
        // Not this sender's doing: the line has doubled a packet.
        guard duplicates <= retransmissions else { return }
        if !news.isProbeDuplicate { reordering.noteDuplicate() }
        news.duplicate(count)
        if range.upperBound <= news.before {
            recovery.arrivedTwice(upTo: range.upperBound, segments: count)
            return
        }
        var index = board.index(at: range.lowerBound)
        while index < board.indices.upperBound, board[index].range.upperBound <= range.upperBound {
            let sent = board[index]
            if sent.wasEverResent {
                recovery.arrivedTwice(upTo: sent.range.upperBound, segments: 1)
                if sent.isSacked { news.noteReordering(at: sent.range.lowerBound) }
                board.settleResent(index)
            }
            index += 1
        }
    }

    private mutating func sack(
        _ range: Range<Int>,
        _ sequence: inout SendSequence,
        _ news: inout AcknowledgementEffects,
        _ control: inout any CongestionControl,
        at now: Int
    ) {
        var index = board.index(at: range.lowerBound)
        var run = index..<index
        while index < board.indices.upperBound, board[index].range.upperBound <= range.upperBound {
            let sent = board[index]
            if sent.isSacked {
                regroup(run, &sequence)
                run = index + 1..<index + 1
            } else {
                let furthest = board.sackedEnd ?? news.before
                news.sack(sent, recoveryEnd: recovery.end, furthest: furthest)
                recent.heard(of: sent, at: now, leastRoundTrip: roundTrip.least)
                board.sack(index)
                control.delivered(sent.range)
                run = run.lowerBound..<index + 1
            }
            index += 1
        }
        regroup(run, &sequence)
    }

    private mutating func regroup(_ run: Range<Int>, _ sequence: inout SendSequence) {
        guard !run.isEmpty else { return }
        sequence.changePieces(by: board.regroup(run, fits: sequence.fitsPiece))
    }

    /// A tail probe that repaired a loss reduces the window as the loss would have.
    mutating func judgeProbe(
        _ news: AcknowledgementEffects,
        _ sequence: SendSequence,
        _ control: inout any CongestionControl
    ) {
        guard probe.judge(acknowledged: sequence.unacknowledged, news) else { return }
        beginReduction(next: sequence.next, &control)
        control.repaired()
        recovery.endReduction(board, next: sequence.next)
    }

    // MARK: Losses

    /// Looks for losses after an acknowledgement, and notes in it what was found.
    mutating func detectLosses(_ news: inout AcknowledgementEffects, at now: Int) {
        let resent = board.resent
        let wait = recent.detect(in: &board, window: tolerance, byTimer: false, at: now).wait
        news.doubt = wait ?? news.doubt
        if board.resent < resent { news.hasLostRetransmission = true }
    }

    /// Whether losses were found when RACK's timer ran out.
    mutating func detectLossesByTimer(at now: Int) -> Bool {
        let before = inFlight
        _ = recent.detect(in: &board, window: tolerance, byTimer: true, at: now)
        return inFlight != before
    }

    /// Tolerated reordering, in microseconds.
    private var tolerance: Int {
        reordering.tolerance(board, roundTrip, isRecovering: recovery.state >= .recovery)
    }

    mutating func beginReduction(next: Int, _ control: inout any CongestionControl) {
        recovery.beginReduction(window: control.window, next: next)
        probe.forget()
        control.reduce()
    }

    mutating func enterRecovery(_ sequence: SendSequence, _ control: inout any CongestionControl) {
        recovery.forgetStamp(board)
        beginUndo(sequence)
        if recovery.isReducing {
            control.forgetThreshold()
        } else {
            control.rememberThreshold()
            beginReduction(next: sequence.next, &control)
        }
        recovery.enterRecovery()
    }

    private mutating func beginUndo(_ sequence: SendSequence) {
        let resent = board.resent + (probe.isRepetitionOut ? 1 : 0)
        recovery.beginUndo(from: sequence.unacknowledged, resent: resent)
    }

    /// Takes a reduction back, and with `unloses` the losses that led to it.
    mutating func undoReduction(unloses: Bool, _ control: inout any CongestionControl, _ state: SenderState) {
        if unloses { board.unloseAll() }
        control.undo(state)
        recovery.forgetUndo()
        recent.lookAgain()
    }

    mutating func noteRecoveryEnd(isUndone: Bool) {
        if isUndone { reordering.recoveryUndone() } else { reordering.recoveryEnded() }
    }

    mutating func noteReordering(from place: Int, furthest: Int) {
        reordering.note(arrivedAt: place, furthest: furthest, segment: segment)
    }

    /// A retransmission timeout: all segments but the most recent count as lost. False if it repeats one for
    /// the same segments, since `timeouts` of them.
    mutating func timeOut(
        _ sequence: SendSequence,
        _ control: inout any CongestionControl,
        timeouts: Int,
        at now: Int
    ) -> Bool {
        let first = board.indices.lowerBound
        for index in board.indices where !board[index].isSacked {
            if index == first || !recent.mayArrive(age: now - board[index].sentAt) { board.lose(index) }
        }
        let isNew = recovery.isNewLoss(sequence, timeouts: timeouts)
        if isNew {
            control.rememberThreshold()
            recovery.reduceAtTimeout(window: control.window)
            beginUndo(sequence)
        }
        if recovery.state <= .disorder { reordering.timedOut(sacked: board.sacked) }
        probe.forget()
        recovery.timeOut(next: sequence.next, timeouts: timeouts)
        return isNew
    }
}
