extension TCPSender {
    /// Runs Linux's state machine for an acknowledgement that may indicate a loss, the end of a recovery, or that it was
    /// needless: the kernel's `tcp_fastretrans_alert`.
    mutating func reconsider(_ news: inout AcknowledgementEffects) -> LossRecovery.Repair {
        leaveState(news)
        var repair = LossRecovery.Repair.nothing
        switch outstanding.recovery.state {
        case .recovery:
            if news.isAdvanced, isDelayedDuringRecovery(news) { return .nothing }
            if outstanding.recovery.undo.isDisproved {
                undoDisproved()
                outstanding.recovery.tryToOpen(outstanding.board, next: sequence.next)
            }
            detectLosses(&news)
            if outstanding.recovery.state != .recovery {
                guard outstanding.board.lost > 0 else { return .nothing }
                outstanding.enterRecovery(sequence, &control)
            }
            return .losses
        case .loss:
            repair = continueAfterTimeout(news)
            detectLosses(&news)
            // A lost retransmission begins a recovery of its own.
            guard outstanding.recovery.state == .open || news.hasLostRetransmission else { return repair }
        case .open, .disorder, .reduced: break
        }
        if outstanding.recovery.state <= .disorder, outstanding.recovery.undo.isDisproved { undoDisproved() }
        detectLosses(&news)
        guard outstanding.board.lost > 0 else {
            outstanding.recovery.tryToOpen(outstanding.board, next: sequence.next)
            return repair
        }
        outstanding.enterRecovery(sequence, &control)
        return .losses
    }

    /// Ends a state whose segments are all acknowledged.
    private mutating func leaveState(_ news: AcknowledgementEffects) {
        outstanding.recovery.forgetStampIfOpen()
        guard sequence.unacknowledged >= outstanding.recovery.end else { return }
        switch outstanding.recovery.state {
        case .reduced:
            guard sequence.unacknowledged > outstanding.recovery.end else { return }
            control.repaired()
            outstanding.recovery.open()
        case .recovery:
            endRecovery(news)
            if outstanding.recovery.undo.marker != nil { control.repaired() }
        case .open, .disorder, .loss: return
        }
    }

    /// Ends a recovery, and takes its reduction back if it was needless.
    private mutating func endRecovery(_ news: AcknowledgementEffects) {
        if outstanding.recovery.undo.isPossible(echo: news.echo) {
            outstanding.undoReduction(unloses: false, &control, state)
        } else {
            outstanding.noteRecoveryEnd(isUndone: false)
        }
        outstanding.recovery.open()
    }

    /// A part of the recovery's segments was merely delayed. True if retransmissions are still out: then nothing more is
    /// marked or sent again until they arrive.
    private mutating func isDelayedDuringRecovery(_ news: AcknowledgementEffects) -> Bool {
        let undo = outstanding.recovery.undo
        guard undo.marker != nil, undo.isDelayed(echo: news.echo) else { return false }
        let furthest = outstanding.board.sackedEnd ?? sequence.unacknowledged
        outstanding.noteReordering(from: news.before, furthest: furthest)
        if outstanding.board.resent > 0 { return true }
        outstanding.recovery.forgetStamp(outstanding.board)
        outstanding.undoReduction(unloses: true, &control, state)
        outstanding.recovery.keepOpen(outstanding.board, next: sequence.next)
        return false
    }

    /// Every retransmission was reported as needless.
    private mutating func undoDisproved() {
        outstanding.noteRecoveryEnd(isUndone: true)
        outstanding.undoReduction(unloses: false, &control, state)
    }

    private mutating func continueAfterTimeout(_ news: AcknowledgementEffects) -> LossRecovery.Repair {
        if outstanding.recovery.isVain(news) {
            outstanding.undoReduction(unloses: true, &control, state)
            forgetTimeouts()
            outstanding.recovery.open()
            return .nothing
        }
        let isRecovered = sequence.unacknowledged >= outstanding.recovery.end
        let repair = outstanding.recovery.continueAfterTimeout(news, sequence)
        if repair == .nothing, isRecovered { endRecovery(news) }
        return repair
    }

    private mutating func detectLosses(_ news: inout AcknowledgementEffects) {
        outstanding.detectLosses(&news, at: microseconds)
    }

    /// Sends what an acknowledgement lets go.
    mutating func send(_ repair: LossRecovery.Repair) {
        switch repair {
        case .nothing: return
        case .probing:
            push()
            if sequence.next > outstanding.recovery.end { return }
            outstanding.recovery.endProbing()
            resendLost()
        case .losses: resendLost()
        }
    }
}
