import Wire

/// What an acknowledgement says, and what follows from it.
extension TCPEndpoint {
    /// What one acknowledgement brought.
    struct News {
        var isAdvanced = false
        /// Segments told of for the first time.
        var delivered = 0
        var hasAcknowledged = false
        var hasSacked = false
        var isDuplicateTold = false
        var hasResentAcknowledged = false
        /// Something that was never sent again was acknowledged after a timeout: the timeout was in vain.
        var isOriginalAcknowledged = false
        var firstSentAt: Int?
        var lastSentAt: Int?
        var firstSackedSentAt: Int?
        var lastSackedSentAt: Int?
        /// Of what arrived last, in microseconds.
        var latestRoundTrip: Int?
        /// Bytes by which the stream is acknowledged further.
        var advance = 0
        /// Segments that count as lost by it, and those sent again that count as lost once more.
        var lost = 0
        var inFlightBefore = 0
        var wasAnythingOut = false
    }

    func acknowledge(_ segment: SimulatedSegment) {
        guard segment.acknowledged >= unacknowledged, segment.acknowledged <= next else { return }
        var news = News()
        let lossesBefore = board.losses
        news.inFlightBefore = board.inFlight
        news.wasAnythingOut = !board.isEmpty
        news.advance = segment.acknowledged - unacknowledged
        news.isAdvanced = news.advance > 0
        let movesWindow = segment.acknowledged + segment.window > windowEnd
        windowEnd = max(windowEnd, segment.acknowledged + segment.window)
        largestPromise = max(largestPromise, segment.window)
        unacknowledged = segment.acknowledged
        if movesWindow, next < written { restartAfterIdle() }
        // Where there is no room yet the wait for it begins anew.
        if timer == .persistence, timerAt != nil {
            timerAt = nil
            if movesWindow { backoff = 0 }
        }
        news.isDuplicateTold = segment.duplicate != nil
        noteSelective(segment, &news)
        removeAcknowledged(&news)
        measure(segment, &news)
        if recovery.probed != nil { judgeProbe(segment, news, movesWindow: movesWindow) }
        if news.isAdvanced { backoff = 0 }
        let isPlain = news.hasAcknowledged || movesWindow || segment.payload > 0
        var resends = false
        if !isPlain || news.hasSacked || news.isDuplicateTold || recovery.state != .open {
            resends = reconsider(news)
        }
        if news.hasAcknowledged {
            if board.isEmpty { timerAt = nil } else if !scheduleProbe(advancing: true) { armAnew() }
        }
        news.lost = board.losses - lossesBefore
        control.acknowledged(news, self)
        if resends { resendLost() }
    }

    private func armAnew() {
        timerAt = nil
        armRetransmission()
    }

    private func noteSelective(_ segment: SimulatedSegment, _ news: inout News) {
        for range in segment.selective {
            var index = board.index(at: range.lowerBound)
            while index < board.indices.upperBound, board[index].range.upperBound <= range.upperBound {
                let sent = board[index]
                if !sent.isSacked {
                    if !sent.wasEverResent {
                        news.firstSackedSentAt = news.firstSackedSentAt ?? sent.sentAt
                        news.lastSackedSentAt = sent.sentAt
                        if sent.range.upperBound <= recovery.end { news.isOriginalAcknowledged = true }
                    }
                    recovery.heard(of: sent, at: microseconds, leastRoundTrip: roundTrip.least)
                    board.sack(index)
                    control.delivered(sent, self)
                    news.delivered += 1
                    news.hasSacked = true
                }
                index += 1
            }
        }
    }

    private func removeAcknowledged(_ news: inout News) {
        while let oldest = board.oldest, oldest.range.upperBound <= unacknowledged {
            let sent = board.removeOldest()
            if sent.endsBurst { queue.acknowledgedBurst() }
            news.hasAcknowledged = true
            if sent.wasEverResent {
                news.hasResentAcknowledged = true
            } else if !sent.isSacked {
                news.firstSentAt = news.firstSentAt ?? sent.sentAt
                news.lastSentAt = sent.sentAt
                if sent.range.upperBound <= recovery.end { news.isOriginalAcknowledged = true }
            }
            guard !sent.isSacked else { continue }
            news.delivered += 1
            control.delivered(sent, self)
            recovery.heard(of: sent, at: microseconds, leastRoundTrip: roundTrip.least)
        }
    }

    private func measure(_ segment: SimulatedSegment, _ news: inout News) {
        var sample: Int?
        var latest: Int?
        if let first = news.firstSentAt, let last = news.lastSentAt, !news.hasResentAcknowledged {
            sample = microseconds - first
            latest = microseconds - last
        }
        if let first = news.firstSackedSentAt, let last = news.lastSackedSentAt {
            sample = sample ?? microseconds - first
            latest = microseconds - last
        }
        if sample == nil, news.hasAcknowledged {
            let echoed = max(1, KernelTime.milliseconds(stampedAt) - segment.echo) * 1000
            sample = echoed
            latest = echoed
        }
        guard let sample, let latest else { return }
        roundTrip.note(least: latest)
        roundTrip.add(sample, acknowledged: unacknowledged, next: next)
        news.latestRoundTrip = latest
        control.measured(latest, self)
    }

    private func judgeProbe(_ segment: SimulatedSegment, _ news: News, movesWindow: Bool) {
        guard let probed = recovery.probed, segment.acknowledged >= probed else { return }
        if !recovery.isProbeRepeated || news.isDuplicateTold {
            recovery.probed = nil
        } else if segment.acknowledged > probed {
            // It repaired a loss, which is answered as one.
            beginReduction()
            recovery.state = .reduced
            control.repaired(self)
            keepOpen()
        } else if !news.isAdvanced, !news.hasSacked, !movesWindow {
            recovery.probed = nil
        }
    }
}
