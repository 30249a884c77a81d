import Wire

/// New data: how much goes at once, and when.
extension TCPEndpoint {
    private static let largestBurst = 65_000
    /// Of a window, what is worth sending by itself.
    private static let worthwhile = 3

    /// What the kernel would send in one piece, in segments.
    private var burst: Int {
        var bytes = pacingRate >> 10
        let shift = roundTrip.least >> 9
        if shift < 32 { bytes += 65_536 >> shift }
        return max(min(bytes, Self.largestBurst) / settings.segment, control.leastBurst(self))
    }

    /// Sends what windows allow. A probe may go beyond the congestion window, by one segment.
    func push(asProbe: Bool = false, once: Bool = false) {
        guard stage == .open else { return }
        let most = burst
        var isLimited = false
        var sent = 0
        while next < written, windowEnd - next >= min(settings.segment, written - next) {
            if isHeld { break }
            let room = window.segments - board.inFlight
            guard room > 0 || asProbe else { break }
            let quota = asProbe ? 1 : min(room, max(window.segments >> 1, 1), most)
            if !asProbe, !once, written - next > settings.segment, waits(most, &isLimited) { break }
            sent += send(upTo: min(written, windowEnd, next + quota * settings.segment))
            if asProbe || once { break }
        }
        if board.inFlight >= window.segments { isLimited = true }
        if sent > 0 || isLimited { control.didSend(isLimited: isLimited, self) }
        guard sent > 0 else { return persist() }
        if recovery.isReducing { recovery.sent += sent }
        if !asProbe { scheduleProbe(advancing: false) }
    }

    /// A part of a burst is held back where the rest may go soon.
    private func waits(_ most: Int, _ isLimited: inout Bool) -> Bool {
        if recovery.state >= .recovery || now - release > 1_000_000 { return false }
        let byWindow = windowEnd - next
        let byCongestion = (window.segments - board.inFlight) * settings.segment
        let limit = min(byWindow, byCongestion)
        if limit >= most * settings.segment { return false }
        // What is behind the piece does not come into it: it goes where all of it may.
        if let front = queue.front, limit >= front - next { return false }
        let whole = min(windowEnd - unacknowledged, window.segments * settings.segment)
        if limit >= whole / Self.worthwhile { return false }
        guard let oldest = board.oldest else { return false }
        let expected = oldest.sentAt + roundTrip.mean - microseconds
        if expected > min(roundTrip.mean >> 1, 1000) { return false }
        let rest = written - next
        if byCongestion < byWindow, byCongestion <= rest { isLimited = true }
        return true
    }

    /// Nothing may go yet; the timer says when.
    var isHeld: Bool {
        guard release > now else { return false }
        releaseTimer = releaseTimer ?? release
        return true
    }

    /// The pacing timer is there: what was lost goes before what is new.
    func goOnSending() {
        releaseTimer = nil
        if board.lost > board.resent { resendLost() }
        push()
    }

    /// One burst; how many segments it was.
    private func send(upTo end: Int) -> Int {
        let wasIdle = board.isEmpty
        let count = (end - next + settings.segment - 1) / settings.segment
        control.willSend(next..<end, segments: count, again: false, self)
        for index in 0..<count {
            let range = next..<min(end, next + settings.segment)
            var data = segment()
            data.payload = range.count
            let isLast = index == count - 1
            data.isPushed = isLast && (count > 1 || range.upperBound == written)
            outbox.append(data)
            board.add(range, at: microseconds, endsBurst: isLast)
            next = range.upperBound
        }
        queue.sent(upTo: next)
        habit.answered(at: now)
        lastSent = now
        if wasIdle || timer == .tailProbe || timer == .persistence || timerAt == nil { armRetransmission() }
        return count
    }

    /// Sends a segment again.
    func resend(_ index: Int) {
        let range = board[index].range
        control.willSend(range, segments: 1, again: true, self)
        var data = segment()
        data.sequence = range.lowerBound
        data.payload = range.count
        data.isPushed = range.upperBound == written
        data.isRetransmission = true
        outbox.append(data)
        board.resend(index, at: microseconds)
        retransmissions += 1
        lastSent = now
    }
}
