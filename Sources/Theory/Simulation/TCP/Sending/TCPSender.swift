import Wire

/// The sending half of one end: what goes, when, and what becomes of it. It joins its parts: each keeps its own state.
struct TCPSender {
    /// A segment that goes: part of the stream, or nothing at all where it asks for room.
    struct Departure {
        let range: Range<Int>
        var isPushed = false
        var isRetransmission = false
        var isWindowProbe = false
    }

    private static let largestBurst = 65_000
    /// Of a window, what is worth sending by itself.
    private static let worthwhile = 3

    private let fullSegment: Int
    private(set) var sequence: SendSequence
    private(set) var roundTrip = RoundTripEstimate()
    private var board = Scoreboard()
    private var recovery = LossRecovery()
    private var recent = RecentAcknowledgement()
    private var probe = TailProbe()
    private var timer = RetransmissionTimer()
    private var control: any CongestionControl
    private(set) var departures: [Departure] = []
    private var isOpen = false
    /// Of the call under way.
    private var now = Instant.zero
    /// The pacing timer.
    private var releaseTimer: Instant?
    private var lastSent = Instant.zero
    private(set) var retransmissions = 0

    init(_ settings: TCPSettings, flow: UInt32) {
        fullSegment = settings.segment
        sequence = SendSequence(settings)
        control = settings.control(flow: flow)
    }

    var deadline: Instant? { .earliest(timer.deadline, releaseTimer) }

    private var microseconds: Int { KernelTime.microseconds(now) }

    private var state: SenderState {
        SenderState(
            now: now,
            next: sequence.next,
            unacknowledged: sequence.unacknowledged,
            unsent: sequence.unsent,
            out: board.count,
            inFlight: board.inFlight,
            hasResentLost: board.lost <= board.resent,
            losses: board.losses,
            lastSent: lastSent,
            roundTrip: roundTrip,
            recovery: recovery.state,
            reduction: recovery.reduction
        )
    }

    // MARK: What happens

    /// A segment of the handshake says how large the other end's window is.
    mutating func open(window: Int, from acknowledged: Int = 0) {
        sequence.open(window: window, from: acknowledged)
    }

    /// The handshake is over; `sample` is its round trip, in microseconds, where it was measured.
    mutating func begin(roundTrip sample: Int?, at now: Instant) {
        self.now = now
        isOpen = true
        timer.begin()
        if let sample {
            roundTrip.note(least: sample)
            roundTrip.add(sample, acknowledged: 0, next: 0)
        }
        control.begin(state)
    }

    mutating func end() {
        isOpen = false
        timer.stop()
        releaseTimer = nil
    }

    mutating func forgetDepartures() { departures.removeAll(keepingCapacity: true) }

    /// So many bytes more are to be sent.
    mutating func write(_ bytes: Int, at now: Instant) {
        self.now = now
        control.willWrite(state)
        restartAfterIdle()
        sequence.offer(bytes)
        fill()
    }

    /// One of its deadlines is there.
    mutating func wake(at now: Instant) {
        self.now = now
        if let due = timer.deadline, due <= now {
            timer.stop()
            expire()
        }
        if let due = releaseTimer, due <= now {
            releaseTimer = nil
            // What was lost goes before what is new.
            if board.lost > board.resent { resendLost() }
            push()
        }
    }

    // MARK: Writing

    /// The kernel takes as much as it has room for. While it does, full pieces go: the first by one burst, others when what
    /// was pushed last is half a window ago.
    private mutating func fill() {
        while sequence.takePiece() {
            guard isOpen else { continue }
            if sequence.pushesAgain() {
                push()
            } else if sequence.frontEnd == nil {
                push(once: true)
            }
        }
        push()
    }

    /// An application that was refused goes on where there is room again.
    mutating func goOnWriting() {
        let isShort = board.inFlight < control.window
        if sequence.asksAgain(isShort: isShort, provisioned: control.provisioned) { fill() }
    }

    /// Something is to be sent, or may be at last, after nothing was out for a while.
    private mutating func restartAfterIdle() {
        guard board.isEmpty, lastSent > .zero else { return }
        control.resume(state)
    }

    // MARK: Sending

    /// Sends what windows allow. A probe may go beyond the congestion window, by one segment.
    mutating func push(asProbe: Bool = false, once: Bool = false) {
        guard isOpen else { return }
        let most = burst
        var isLimited = false
        var sent = 0
        while sequence.isSendable {
            if isHeld() { break }
            let room = control.window - board.inFlight
            guard room > 0 || asProbe else { break }
            let quota = asProbe ? 1 : min(room, max(control.window >> 1, 1), most)
            if !asProbe, !once, sequence.unsent > fullSegment, waits(most, &isLimited) { break }
            let end = min(sequence.written, sequence.windowEnd, sequence.next + quota * fullSegment)
            sent += send(upTo: end)
            if asProbe || once { break }
        }
        if board.inFlight >= control.window { isLimited = true }
        if sent > 0 || isLimited { control.didSend(isLimited: isLimited, state) }
        guard sent > 0 else { return persist() }
        recovery.count(sent: sent)
        if !asProbe { scheduleProbe(advancing: false) }
    }

    /// What the kernel would send in one piece, in segments.
    private var burst: Int {
        var bytes = control.pacingRate >> 10
        let shift = roundTrip.least >> 9
        if shift < 32 { bytes += 65_536 >> shift }
        return max(min(bytes, Self.largestBurst) / fullSegment, control.leastBurst)
    }

    /// A part of a burst is held back where the rest may go soon.
    private func waits(_ most: Int, _ isLimited: inout Bool) -> Bool {
        if recovery.state >= .recovery || now - control.release > 1_000_000 { return false }
        let byWindow = sequence.windowEnd - sequence.next
        let byCongestion = (control.window - board.inFlight) * fullSegment
        let limit = min(byWindow, byCongestion)
        if limit >= most * fullSegment { return false }
        // What is behind the piece does not come into it: it goes where all of it may.
        if let end = sequence.frontEnd, limit >= end - sequence.next { return false }
        let whole = min(sequence.windowEnd - sequence.unacknowledged, control.window * fullSegment)
        if limit >= whole / Self.worthwhile { return false }
        guard let oldest = board.oldest else { return false }
        let expected = oldest.sentAt + roundTrip.mean - microseconds
        if expected > min(roundTrip.mean >> 1, 1000) { return false }
        if byCongestion < byWindow, byCongestion <= sequence.unsent { isLimited = true }
        return true
    }

    /// True if nothing may go yet; the pacing timer says when.
    private mutating func isHeld() -> Bool {
        guard control.release > now else { return false }
        releaseTimer = releaseTimer ?? control.release
        return true
    }

    /// One burst; how many segments it was.
    private mutating func send(upTo end: Int) -> Int {
        let wasIdle = board.isEmpty
        let count = (end - sequence.next + fullSegment - 1) / fullSegment
        control.willSend(sequence.next..<end, segments: count, again: false, state)
        for index in 0..<count {
            let range = sequence.takeSegment(upTo: end)
            let isLast = index == count - 1
            let isPushed = isLast && (count > 1 || range.upperBound == sequence.written)
            departures.append(Departure(range: range, isPushed: isPushed))
            board.add(range, at: microseconds, endsBurst: isLast)
        }
        sequence.endBurst()
        lastSent = now
        let isElsewhere = timer.purpose == .tailProbe || timer.purpose == .persistence
        if wasIdle || isElsewhere || timer.deadline == nil { armRetransmission() }
        return count
    }

    private mutating func resend(_ index: Int) {
        let range = board[index].range
        control.willSend(range, segments: 1, again: true, state)
        let isPushed = range.upperBound == sequence.written
        departures.append(Departure(range: range, isPushed: isPushed, isRetransmission: true))
        board.resend(index, at: microseconds)
        retransmissions += 1
        lastSent = now
    }

    /// Sends again what is lost, as far as the window allows.
    private mutating func resendLost() {
        guard board.lost > 0 else { return }
        for index in board.indices {
            guard board.inFlight < control.window, !isHeld() else { return }
            let sent = board[index]
            guard sent.isLost, !sent.isResent else { continue }
            resend(index)
            recovery.count(sent: 1)
            if index == board.indices.lowerBound, timer.purpose != .reordering {
                timer.stop()
                armRetransmission()
            }
        }
    }

    // MARK: Acknowledgements

    mutating func acknowledge(_ segment: SimulatedSegment, at moment: KernelMoment) {
        now = moment.now
        guard segment.acknowledged >= sequence.unacknowledged, segment.acknowledged <= sequence.next else {
            return
        }
        var news = AcknowledgementNews(segment, from: sequence.unacknowledged, board)
        let lossesBefore = board.losses
        news.movesWindow = sequence.acknowledge(segment.acknowledged, window: segment.window)
        if news.movesWindow, sequence.unsent > 0 { restartAfterIdle() }
        timer.endPersistence(hasMoved: news.movesWindow)
        noteSelective(segment, &news)
        removeAcknowledged(&news)
        measure(&news, echoed: max(1, moment.stamp - segment.echo) * 1000)
        if probe.judge(acknowledged: segment.acknowledged, news) {
            beginReduction()
            control.repaired()
            recovery.endReduction(board, next: sequence.next)
        }
        if news.isAdvanced { timer.forgetBackoff() }
        let isPlain = news.hasAcknowledged || news.movesWindow || segment.payload > 0
        let isTelling = !isPlain || news.hasSacked || news.isDuplicateTold || recovery.state != .open
        let resends = isTelling && reconsider(news)
        if news.hasAcknowledged, board.isEmpty || !scheduleProbe(advancing: true) {
            timer.stop()
            armRetransmission()
        }
        news.lost = board.losses - lossesBefore
        if recovery.isReducing { recovery.count(delivered: news.delivered) }
        control.acknowledged(news, state)
        if resends { resendLost() }
    }

    private mutating func noteSelective(_ segment: SimulatedSegment, _ news: inout AcknowledgementNews) {
        for range in segment.selective {
            var index = board.index(at: range.lowerBound)
            while index < board.indices.upperBound, board[index].range.upperBound <= range.upperBound {
                let sent = board[index]
                if !sent.isSacked {
                    news.sack(sent, recoveryEnd: recovery.end)
                    recent.heard(of: sent, at: microseconds, leastRoundTrip: roundTrip.least)
                    board.sack(index)
                    control.delivered(sent.range)
                }
                index += 1
            }
        }
    }

    private mutating func removeAcknowledged(_ news: inout AcknowledgementNews) {
        while let oldest = board.oldest, oldest.range.upperBound <= sequence.unacknowledged {
            let sent = board.removeOldest()
            if sent.endsBurst { sequence.acknowledgedBurst() }
            news.acknowledge(sent, recoveryEnd: recovery.end)
            guard !sent.isSacked else { continue }
            control.delivered(sent.range)
            recent.heard(of: sent, at: microseconds, leastRoundTrip: roundTrip.least)
        }
    }

    private mutating func measure(_ news: inout AcknowledgementNews, echoed: Int) {
        guard let sample = news.samples(at: microseconds, echoed: echoed) else { return }
        roundTrip.note(least: sample.last)
        roundTrip.add(sample.first, acknowledged: sequence.unacknowledged, next: sequence.next)
        news.latestRoundTrip = sample.last
        control.measured(sample.last, state)
    }

    // MARK: Losses

    /// Goes through what an acknowledgement that is no plain one means; true where something may have to be sent again.
    private mutating func reconsider(_ news: AcknowledgementNews) -> Bool {
        if recovery.leave(sequence, board) { control.repaired() }
        let hadTimedOut = recovery.state == .loss
        let resends = !hadTimedOut || continueAfterTimeout(news)
        detectLosses()
        if recovery.state == .recovery || hadTimedOut && recovery.state != .open { return resends }
        guard board.lost > 0 else {
            if recovery.state != .reduced { recovery.keepOpen(board, next: sequence.next) }
            return false
        }
        enterRecovery()
        return true
    }

    private mutating func continueAfterTimeout(_ news: AcknowledgementNews) -> Bool {
        switch recovery.continueAfterTimeout(news, sequence, board) {
        case .repairing: return true
        case .waiting: return false
        case .inVain:
            for index in board.indices { board.unlose(index) }
            control.undo(state)
            recovery.settle(board, next: sequence.next)
            return false
        }
    }

    /// By how much order may have changed, in microseconds.
    private var reordering: Int {
        RecentAcknowledgement.window(board, roundTrip, isRecovering: recovery.state >= .recovery)
    }

    @discardableResult
    private mutating func detectLosses(byTimer: Bool = false) -> Bool {
        let (found, wait) = recent.detect(in: &board, window: reordering, byTimer: byTimer, at: microseconds)
        if let wait {
            let ticks = KernelTime.ticks(microseconds: wait + KernelTime.leastTimeout)
            timer.arm(.reordering, ticks: ticks, at: now)
        }
        return found
    }

    private mutating func beginReduction() {
        recovery.beginReduction(window: control.window, next: sequence.next)
        probe.forget()
        control.reduce()
    }

    private mutating func enterRecovery() {
        if recovery.state != .reduced { beginReduction() }
        recovery.enterRecovery()
    }

    // MARK: Timers

    private mutating func armRetransmission() {
        guard let sentAt = board.oldest?.sentAt else { return timer.stop() }
        if timer.standsIn {
            timer.armRest(sentAt: sentAt, timeout: roundTrip.timeout, at: now)
        } else {
            timer.armWhole(timeout: roundTrip.timeout, at: now)
        }
    }

    private mutating func armRest() {
        guard let sentAt = board.oldest?.sentAt else { return }
        timer.armRest(sentAt: sentAt, timeout: roundTrip.timeout, at: now)
    }

    /// A tail that gets no answer for two round trips is asked after; false where that is not done.
    @discardableResult
    private mutating func scheduleProbe(advancing: Bool) -> Bool {
        guard let sentAt = board.oldest?.sentAt, recovery.maySendProbe else { return false }
        let timeout = roundTrip.timeout
        let left =
            advancing
            ? KernelTime.microseconds(ticks: timeout)
            : timer.left(sentAt: sentAt, timeout: timeout, at: now)
        let wait = roundTrip.probeWait(isAlone: board.count == 1)
        let ticks = KernelTime.ticks(microseconds: left > 0 ? min(wait, left) : wait)
        timer.arm(.tailProbe, ticks: ticks, at: now)
        return true
    }

    private mutating func expire() {
        switch timer.purpose {
        case .tailProbe: sendProbe()
        case .reordering:
            if detectLosses(byTimer: true), recovery.state < .recovery {
                enterRecovery()
                recovery.count(delivered: 1)
                control.reducedByTimer(state)
            }
            resendLost()
            if timer.deadline == nil { armRest() }
        case .persistence: askForRoom()
        case .retransmission: timeOut()
        }
    }

    private mutating func sendProbe() {
        guard !board.isEmpty else { return }
        guard !probe.isOut else { return armRest() }
        var isRepeated: Bool?
        if sequence.isSendable {
            let before = board.count
            push(asProbe: true)
            if board.count > before { isRepeated = false }
        } else {
            resend(board.indices.upperBound - 1)
            isRepeated = true
        }
        probe.send(upTo: sequence.next, isRepeated: isRepeated)
        armRetransmission()
    }

    /// Nothing is out and the other end has no room: it is asked again, ever later, since the news of room may be lost.
    private mutating func persist() {
        guard board.isEmpty, sequence.unsent > 0, !sequence.isSendable, timer.deadline == nil else { return }
        timer.armWhole(.persistence, timeout: roundTrip.timeout, at: now)
    }

    private mutating func askForRoom() {
        guard board.isEmpty, sequence.unsent > 0 else { return }
        departures.append(Departure(range: sequence.next..<sequence.next, isWindowProbe: true))
        timer.backOff()
        persist()
    }

    /// Nothing was heard for too long: all that is out counts as lost.
    private mutating func timeOut() {
        guard !board.isEmpty else { return }
        let window = reordering
        let first = board.indices.lowerBound
        for index in board.indices where !board[index].isSacked {
            let age = microseconds - board[index].sentAt
            if index == first || !recent.mayArrive(age: age, window: window) { board.lose(index) }
        }
        let isNew = recovery.timeOut(sequence, window: control.window, isBackedOff: timer.backoff > 0)
        control.timedOut(isNew: isNew, state)
        probe.forget()
        resend(first)
        timer.backOff()
        timer.armWhole(timeout: roundTrip.timeout, at: now)
    }
}
