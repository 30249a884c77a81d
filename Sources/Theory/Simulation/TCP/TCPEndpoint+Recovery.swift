import Wire

/// Losses: how they are found, repaired, and what they do to the window.
extension TCPEndpoint {
    /// Duplicates that tell of a loss, not of a change of order.
    private static let tellingDuplicates = 3

    /// Goes through what an acknowledgement that is no plain one means; true where something may have to be sent again.
    func reconsider(_ news: News) -> Bool {
        if recovery.state != .open, unacknowledged >= recovery.end { leave() }
        switch recovery.state {
        case .recovery:
            detectLosses()
            return true
        case .loss:
            let resends = continueAfterTimeout(news)
            detectLosses()
            guard recovery.state == .open else { return resends }
            fallthrough
        case .open, .disorder, .reduced:
            detectLosses()
            guard board.lost > 0 else {
                if recovery.state != .reduced { keepOpen() }
                return false
            }
            enterRecovery()
            return true
        }
    }

    private func leave() {
        switch recovery.state {
        case .reduced:
            guard unacknowledged > recovery.end else { return }
            control.repaired(self)
            recovery.state = .open
        case .recovery:
            control.repaired(self)
            recovery.state = .open
            keepOpen()
        case .open, .disorder, .loss: break
        }
    }

    func keepOpen() {
        let isStraight = board.sacked == 0 && board.lost == 0 && board.resent == 0
        let state: LossRecovery.State = isStraight ? .open : .disorder
        guard state != recovery.state else { return }
        recovery.state = state
        recovery.end = next
    }

    /// False where the timeout turns out to be repaired, or to have been in vain.
    private func continueAfterTimeout(_ news: News) -> Bool {
        if recovery.mayBeVain {
            if news.isOriginalAcknowledged { return undo() }
            if next > recovery.end {
                if news.hasSacked || !news.isAdvanced { recovery.mayBeVain = false }
            } else if news.isAdvanced, unacknowledged < recovery.end {
                recovery.end = next
                if next < written, windowEnd > next { return false }
                recovery.mayBeVain = false
            }
        }
        guard unacknowledged >= recovery.end else { return true }
        recovery.state = .open
        keepOpen()
        return false
    }

    private func undo() -> Bool {
        recovery.mayBeVain = false
        for index in board.indices { board.unlose(index) }
        control.undo(self)
        recovery.state = .open
        keepOpen()
        return false
    }

    // MARK: Finding

    /// What was sent before something that has arrived, by more than order may change, is lost. True where something
    /// was found.
    @discardableResult
    func detectLosses(byTimer: Bool = false) -> Bool {
        guard recovery.hasNews || byTimer else { return false }
        recovery.hasNews = false
        var found = false
        var longest = 0
        let allowance = reordering
        for index in board.indices {
            let sent = board[index]
            if sent.isSacked || sent.isLost && !sent.isResent { continue }
            guard (sent.sentAt, sent.range.upperBound) < (recovery.latestSentAt, recovery.latestEnd) else {
                continue
            }
            let left = sent.sentAt + recovery.latestRoundTrip + allowance - microseconds
            if left <= 0 {
                board.lose(index)
                found = true
            } else {
                longest = max(longest, left)
            }
        }
        if longest > 0 {
            arm(.reordering, ticks: KernelTime.ticks(microseconds: longest + KernelTime.leastTimeout))
        }
        return found
    }

    /// Microseconds by which order may have changed.
    private var reordering: Int {
        if recovery.state >= .recovery || board.sacked >= Self.tellingDuplicates { return 0 }
        return min(roundTrip.least >> 2, roundTrip.mean)
    }

    // MARK: Entering

    func beginReduction() {
        recovery.end = next
        recovery.probed = nil
        recovery.windowBefore = window.segments
        recovery.delivered = 0
        recovery.sent = 0
        control.reduce(self)
    }

    func enterRecovery() {
        if recovery.state != .reduced { beginReduction() }
        recovery.state = .recovery
    }

    func enterLoss() {
        let isNew = recovery.state < .recovery
        for index in board.indices where !board[index].isSacked {
            let age = microseconds - board[index].sentAt
            let isRecent = index != board.indices.lowerBound && age < recovery.latestRoundTrip + reordering
            if !isRecent { board.lose(index) }
        }
        let isFirst =
            recovery.state <= .disorder || unacknowledged >= recovery.end
            || recovery.state == .loss && backoff == 0
        if isFirst { recovery.windowBefore = window.segments }
        control.timedOut(isNew: isFirst, self)
        recovery.state = .loss
        recovery.end = next
        recovery.probed = nil
        recovery.mayBeVain = isNew
    }

    // MARK: Repairing

    /// Sends again what is lost, as far as the window allows.
    func resendLost() {
        guard board.lost > board.resent || board.lost > 0 else { return }
        for index in board.indices {
            guard board.inFlight < window.segments, !isHeld else { return }
            let sent = board[index]
            guard sent.isLost, !sent.isResent else { continue }
            let isOldest = index == board.indices.lowerBound
            resend(index)
            if recovery.isReducing { recovery.sent += 1 }
            if isOldest, timer != .reordering { armAnewForOldest() }
        }
    }

    private func armAnewForOldest() {
        timerAt = nil
        armRetransmission()
    }
}
