import Wire

/// The sending half of one end. It connects its parts, each of which keeps its own state.
struct TCPSender {
    private static let largestBurst = 65_000
    /// Divisor of the window: this share of it is worth sending at once.
    private static let worthwhile = 3

    private let fullSegment: Int
    /// Payload of the next segments, beside the options that they carry.
    private var segment: Int
    private(set) var sequence: SendSequence
    var outstanding: OutstandingSegments
    private var timer: RetransmissionTimer
    var control: any CongestionControl
    private(set) var departures: [SegmentDeparture] = []
    private var isOpen = false
    /// Time of the current call.
    private var now = Instant.zero
    /// The timestamp of what is sent in the current call, in milliseconds.
    private var stamp = 0
    /// The pacing timer.
    private var releaseTimer: Instant?
    private var lastSent = Instant.zero
    private(set) var retransmissions = 0
    /// The application has more to write than it has offered.
    var hasMore = false
    /// The application has closed: the last byte offered is the FIN.
    var isFinishing = false
    private let finishesAtOnce: Bool

    init(_ settings: TCPSettings, flow: UInt32) {
        finishesAtOnce = settings.kernel.finishesAtOnce
        timer = RetransmissionTimer(settings.wheel.makeTimer())
        fullSegment = settings.segment
        segment = settings.segment
        sequence = SendSequence(settings)
        outstanding = OutstandingSegments(segment: settings.segment)
        control = settings.control(flow: flow)
    }

    var deadline: Instant? { .earliest(timer.deadline, releaseTimer) }

    var roundTrip: RoundTripEstimate { outstanding.roundTrip }

    /// Timeouts since the last progress.
    var timeouts: Int { timer.timeouts }

    /// When the retransmission timer is due, whatever it is set for.
    var retransmission: Instant? { timer.deadline }

    var microseconds: Int { KernelTime.microseconds(now) }

    var state: SenderState {
        SenderState(sequence, outstanding, lastSent: lastSent, at: now)
    }

    /// How it stands, for a reader.
    var summary: SimulatedSenderState {
        SimulatedSenderState(
            state: SimulatedSenderState.Recovery(outstanding.recovery.state),
            window: control.window,
            threshold: control.threshold,
            inFlight: outstanding.inFlight,
            lost: outstanding.board.lost,
            meanRoundTrip: roundTrip.mean,
            timeout: Nanoseconds(timer.wait(roundTrip.timeout)) * KernelTime.tick,
            next: sequence.next,
            acknowledged: sequence.unacknowledged
        )
    }

    // MARK: What happens

    /// The next segments carry options of this size, which leave less room for their payload.
    mutating func carry(options: Int) { segment = fullSegment - options }

    /// Notes the other end's window from the handshake.
    mutating func open(window: Int, from acknowledged: Int = 0) {
        sequence.open(window: window, from: acknowledged)
    }

    /// The handshake is complete; `sample` is its round trip in microseconds. `isCautious` if it was lost repeatedly.
    mutating func begin(roundTrip sample: Int, isCautious: Bool, at now: Instant) {
        self.now = now
        isOpen = true
        timer.begin()
        outstanding.begin(roundTrip: sample)
        control.begin(state, isCautious: isCautious)
        if isCautious { sequence.beginCautiously() }
    }

    private mutating func begin(_ call: KernelMoment) { (now, stamp) = (call.now, call.stamp) }

    mutating func end() {
        isOpen = false
        timer.stop()
        releaseTimer = nil
    }

    mutating func forgetDepartures() { departures.removeAll(keepingCapacity: true) }

    /// The application writes this many more bytes.
    mutating func write(_ bytes: Int, as kind: SendCalls.Kind = .message, at now: Instant) {
        begin(KernelMoment(now))
        control.willWrite(state)
        restartAfterIdle()
        sequence.offer(bytes, kind)
        fill()
        fillIfWoken()
    }

    /// Handles an expired deadline.
    mutating func wake(at now: Instant) {
        begin(KernelMoment(now))
        if let due = timer.deadline, due <= now {
            timer.stop()
            expire()
        }
        if let due = releaseTimer, due <= now {
            releaseTimer = nil
            // Retransmissions go before new data.
            if outstanding.board.lost > outstanding.board.resent { resendLost() }
            push()
        }
        fillIfWoken()
    }

    // MARK: Writing

    /// Takes as much as the buffer has room for.
    private mutating func fill() {
        sequence.beginCall()
        while let call = sequence.nextCall(), take(call) {}
        sequence.poll()
    }

    /// Takes a call's bytes; false if there is no room for all. Meanwhile full pieces go: the first as one burst, others when
    /// the last push is half a window back.
    private mutating func take(_ call: SendCalls.Call) -> Bool {
        let start = sequence.written
        while sequence.written < call.end {
            let before = sequence.written
            let isFull = sequence.takePiece(of: call, isFirst: before == start)
            guard sequence.written > before else {
                if before > start { finish(.push) }
                return false
            }
            guard isFull, sequence.written < call.end, isOpen else { continue }
            if sequence.pushIfDue() {
                push()
            } else if sequence.frontEnd == nil {
                push(once: true)
            }
        }
        finish(call.ending)
        return true
    }

    /// Pushes at the end of a call.
    private mutating func finish(_ ending: SendCalls.Ending) {
        switch ending {
        case .nothing: return
        case .push:
            sequence.notePush()
            push()
        case .hold(let isMarked):
            if isMarked { sequence.notePush() } else { _ = sequence.pushIfDue() }
            push(holdsShort: true)
        }
    }

    /// Continues a blocked application's write once there is room. Called after every acknowledgement.
    mutating func goOnWriting() {
        lookForRoom()
        fillIfWoken()
    }

    /// The kernel looks after each burst, too, when the window may still allow more.
    private mutating func lookForRoom() {
        let isShort = outstanding.inFlight < control.window
        sequence.lookForRoom(isShort: isShort, provisioned: control.provisioned)
    }

    /// The application writes once the kernel has sent what it could.
    private mutating func fillIfWoken() {
        while sequence.takeWakening(hasMore: hasMore) {
            if sequence.offered > sequence.written { fill() } else { sequence.poll() }
        }
    }

    /// Called before sending that may follow an idle period.
    private mutating func restartAfterIdle() {
        guard outstanding.isEmpty, lastSent > .zero else { return }
        control.resume(state)
    }

    // MARK: Sending

    /// Sends as much as the windows allow, with `holdsShort` in full segments. A tail probe of one segment goes even if the
    /// congestion window is full.
    mutating func push(asProbe: Bool = false, once: Bool = false, holdsShort: Bool = false) {
        guard isOpen, sequence.unsent > 0 else { return }
        let most = burst
        var isLimited = false
        var sent = 0
        while sequence.unsent > 0 {
            if isHeld() { break }
            var room = control.window - outstanding.inFlight
            if asProbe || finishesOverWindow { room = max(1, room) }
            guard room > 0 else { break }
            let quota = min(room, max(control.window >> 1, 1), most)
            let front = sequence.growFront(by: quota * segment)
            guard sequence.allows(front.end) else { break }
            if !asProbe, !once, front.end - sequence.next > segment, shouldDefer(most, front, &isLimited) {
                break
            }
            var end = min(front.end, sequence.windowEnd, sequence.next + quota * segment)
            if holdsShort { end -= (end - sequence.next) % segment }
            guard end > sequence.next else { break }
            sent += send(upTo: end)
            lookForRoom()
            if asProbe || once { break }
        }
        if outstanding.inFlight >= control.window { isLimited = true }
        if sent > 0 || isLimited { control.didSend(isLimited: isLimited, state) }
        guard sent > 0 else { return persist() }
        outstanding.count(sent: sent)
        if !asProbe { scheduleProbe(advancing: false) }
    }

    /// Whether the last segment goes whatever the congestion window allows: older kernels send a FIN so.
    private var finishesOverWindow: Bool { finishesAtOnce && isFinishing && sequence.unsent <= segment }

    /// Size of a burst in one packet for the kernel, in segments.
    private var burst: Int {
        var bytes = control.pacingRate >> 10
        let shift = roundTrip.least >> 9
        if shift < 32 { bytes += 65_536 >> shift }
        return max(min(bytes, Self.largestBurst) / fullSegment, control.leastBurst)
    }

    /// Whether to defer a partial burst because an acknowledgement should allow the rest soon (TSO deferral). `front` is the
    /// piece that it is of.
    private func shouldDefer(_ most: Int, _ front: (end: Int, isLast: Bool), _ isLimited: inout Bool) -> Bool
    {
        if outstanding.recovery.state >= .recovery || now - control.release > 1_000_000 { return false }
        let byWindow = sequence.windowEnd - sequence.next
        let byCongestion = (control.window - outstanding.inFlight) * fullSegment
        let limit = min(byWindow, byCongestion)
        if limit >= most * fullSegment { return false }
        // Later pieces do not count: the piece goes if all of it may.
        if !front.isLast, limit >= front.end - sequence.next { return false }
        let whole = min(sequence.windowEnd - sequence.unacknowledged, control.window * fullSegment)
        if limit >= whole / Self.worthwhile { return false }
        guard let oldest = outstanding.oldestLeft else { return false }
        let mean = roundTrip.meanNanoseconds
        if oldest + mean - now > min(mean >> 1, 1_000_000) { return false }
        if byCongestion < byWindow, byCongestion <= front.end - sequence.next { isLimited = true }
        return true
    }

    /// True if pacing holds the next segment; arms the pacing timer.
    private mutating func isHeld() -> Bool {
        guard control.release > now else { return false }
        releaseTimer = releaseTimer ?? control.release
        return true
    }

    /// Sends one burst and returns its number of segments.
    private mutating func send(upTo end: Int) -> Int {
        let wasIdle = outstanding.isEmpty
        let count = (end - sequence.next + segment - 1) / segment
        control.willSend(sequence.next..<end, segments: count, again: false, state)
        for index in 0..<count {
            let range = sequence.takeSegment(upTo: min(end, sequence.next + segment))
            let isLast = index == count - 1
            let isPushed = isLast && (count > 1 || sequence.isPushed(range.upperBound))
            departures.append(
                SegmentDeparture(range: range, isPushed: isPushed, continuesBurst: index > 0)
            )
            outstanding.add(range, at: now, endsBurst: isLast)
        }
        sequence.endBurst()
        lastSent = now
        let isElsewhere = timer.purpose == .tailProbe || timer.purpose == .persistence
        if wasIdle || isElsewhere || timer.deadline == nil { armRetransmission() }
        return count
    }

    private mutating func resend(_ index: Int, asProbe: Bool = false) {
        outstanding.trim(index, from: sequence.unacknowledged)
        if outstanding.split(index, room: segment) { sequence.changePieces(by: 1) }
        // Small segments go again as one.
        sequence.changePieces(by: -outstanding.collapse(index, room: segment))
        let range = outstanding.board[index].range
        control.willSend(range, segments: 1, again: true, state)
        let isPushed = sequence.isPushed(range.upperBound)
        departures.append(SegmentDeparture(range: range, isPushed: isPushed, isRetransmission: true))
        if asProbe {
            outstanding.repeatAsProbe(index, at: now)
        } else {
            outstanding.resend(index, stamp: stamp, at: now)
        }
        retransmissions += 1
        lastSent = now
    }

    /// Retransmits losses as far as the window allows.
    mutating func resendLost() {
        guard outstanding.board.lost > 0 else { return }
        // Only what is sent changes whether more may go.
        var isUnchecked = true
        var next = outstanding.board.indices.lowerBound
        while next < outstanding.board.indices.upperBound {
            if isUnchecked {
                guard outstanding.inFlight < control.window, !isHeld(),
                    outstanding.board.resent < outstanding.board.lost
                else { return cutPiece(after: next - 1) }
                isUnchecked = false
            }
            let index = next
            next += 1
            let sent = outstanding.board[index]
            guard sent.isLost, !sent.isResent else { continue }
            resend(index)
            outstanding.count(sent: 1)
            isUnchecked = true
            if index == outstanding.board.indices.lowerBound, timer.purpose != .reordering {
                timer.stop()
                armRetransmission()
            }
        }
    }

    /// A piece of which only a part goes again is cut, behind the segment with that index if there is one.
    private mutating func cutPiece(after index: Int) {
        guard outstanding.board.indices.contains(index), outstanding.cut(after: index) else { return }
        sequence.changePieces(by: 1)
    }

    // MARK: Acknowledgements

    mutating func acknowledge(_ segment: SimulatedSegment, at moment: KernelMoment) {
        begin(moment)
        guard segment.acknowledged >= sequence.unacknowledged, segment.acknowledged <= sequence.next else {
            return
        }
        var news = AcknowledgementEffects(segment, from: sequence.unacknowledged, outstanding.board)
        let lossesBefore = outstanding.board.losses
        if news.isAdvanced { timer.forgetTimeouts() }
        news.movesWindow = sequence.acknowledge(segment.acknowledged, window: segment.window)
        if news.movesWindow, sequence.unsent > 0 { restartAfterIdle() }
        timer.endPersistence(hasMoved: news.movesWindow)
        let echoed = max(1, moment.stamp - segment.echo) * 1000
        let isMeasured = outstanding.acknowledge(
            segment,
            &news,
            &sequence,
            &control,
            echoed: echoed,
            at: microseconds
        )
        if isMeasured { timer.forgetBackoff() }
        if let roundTrip = news.latestRoundTrip { control.measured(roundTrip, state) }
        outstanding.judgeProbe(news, sequence, &control)
        let isTelling =
            !news.isPlain || news.hasSacked || news.reportsDuplicate || outstanding.recovery.state != .open
        let repair =
            isTelling && (news.wasAnythingOut || news.reportsDuplicate) ? reconsider(&news) : .nothing
        setTimer(news)
        guard news.wasAnythingOut else { return }
        news.lost = outstanding.board.losses - lossesBefore
        if outstanding.recovery.isReducing { outstanding.count(delivered: news.delivered) }
        control.acknowledged(news, state)
        send(repair)
    }

    /// Arms the timer that an acknowledgement asks for: RACK's, else that of a tail probe or a retransmission.
    private mutating func setTimer(_ news: AcknowledgementEffects) {
        if let doubt = news.doubt {
            let ticks = KernelTime.ticks(microseconds: doubt + KernelTime.leastTimeout)
            timer.arm(.reordering, ticks: min(ticks, timer.wait(roundTrip.timeout)), at: now)
        } else if news.restartsTimer(outstanding.board.oldest),
            outstanding.isEmpty || !scheduleProbe(advancing: true)
        {
            armRetransmission()
        }
    }

    mutating func forgetTimeouts() { timer.forgetTimeouts() }

    // MARK: Timers

    private mutating func armRetransmission() {
        timer.armRetransmission(oldest: outstanding.oldest, timeout: roundTrip.timeout, at: now)
    }

    private mutating func armRest() {
        timer.armRest(oldest: outstanding.oldest, timeout: roundTrip.timeout, at: now)
    }

    /// Schedules a probe of a tail that stays unacknowledged for two round trips; false if none is allowed.
    @discardableResult
    private mutating func scheduleProbe(advancing: Bool) -> Bool {
        guard let oldest = outstanding.oldest, outstanding.recovery.maySendProbe else { return false }
        let isAlone = outstanding.board.count == 1
        timer.armProbe(advancing ? nil : oldest, roundTrip, isAlone: isAlone, at: now)
        return true
    }

    private mutating func expire() {
        switch timer.purpose {
        case .tailProbe: sendProbe()
        case .reordering:
            if outstanding.detectLossesByTimer(at: microseconds) {
                if outstanding.recovery.state != .recovery {
                    outstanding.enterRecovery(sequence, &control)
                    outstanding.count(delivered: 1)
                    control.reducedByTimer(state)
                }
                resendLost()
            }
            if timer.deadline == nil { armRest() }
        case .persistence: askForRoom()
        case .retransmission: timeOut()
        }
    }

    private mutating func sendProbe() {
        guard !outstanding.isEmpty else { return }
        guard !outstanding.probe.isOut else { return armRest() }
        if sequence.isSendable {
            let before = outstanding.board.count
            push(asProbe: true)
            guard outstanding.board.count > before else { return armRest() }
            outstanding.sendProbe(upTo: sequence.next, isRepeated: false)
        } else {
            let last = outstanding.board.indices.upperBound - 1
            cutPiece(after: last - 1)
            resend(last, asProbe: true)
            outstanding.sendProbe(upTo: sequence.next, isRepeated: true)
        }
        timer.armWhole(timeout: roundTrip.timeout, at: now)
    }

    /// Probes a zero window with growing intervals, since a window update may be lost.
    private mutating func persist() {
        guard outstanding.isEmpty, sequence.unsent > 0, !sequence.isSendable, timer.deadline == nil else {
            return
        }
        timer.armWhole(.persistence, timeout: roundTrip.timeout, at: now)
    }

    private mutating func askForRoom() {
        guard outstanding.isEmpty, sequence.unsent > 0 else { return }
        departures.append(SegmentDeparture(range: sequence.next..<sequence.next, isWindowProbe: true))
        timer.backOff()
        persist()
    }

    /// A retransmission timeout: everything outstanding counts as lost.
    private mutating func timeOut() {
        guard !outstanding.isEmpty else { return }
        let isNew = outstanding.timeOut(sequence, &control, timeouts: timer.timeouts, at: microseconds)
        control.timedOut(isNew: isNew, state)
        let first = outstanding.board.indices.lowerBound
        resend(first)
        cutPiece(after: first)
        timer.backOff()
        timer.armWhole(timeout: roundTrip.timeout, at: now)
    }
}
