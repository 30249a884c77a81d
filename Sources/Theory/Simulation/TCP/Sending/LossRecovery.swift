/// Linux's loss recovery state machine.
struct LossRecovery {
    enum State: Int, Comparable {
        case open, disorder, reduced, recovery, loss

        static func < (lhs: State, rhs: State) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    /// Effect of an acknowledgement after a retransmission timeout.
    enum AfterTimeout {
        /// Retransmit the losses.
        case repairing
        /// All is repaired, or new data goes first.
        case waiting
        /// The original segments arrived: the timeout was spurious.
        case inVain
    }

    private(set) var state = State.open
    /// The state ends when everything before this position is acknowledged.
    private(set) var end = 0
    private(set) var reduction = RateReduction(from: 0)
    private var mayBeVain = false

    /// The window is being reduced.
    var isReducing: Bool { state == .reduced || state == .recovery }
    /// No recovery or suspected reordering is in progress.
    var maySendProbe: Bool { state == .open || state == .reduced }

    /// True if the acknowledgement ends a window reduction because the losses are repaired.
    mutating func leave(_ sequence: SendSequence, _ board: Scoreboard) -> Bool {
        guard state != .open, sequence.unacknowledged >= end else { return false }
        switch state {
        case .reduced:
            guard sequence.unacknowledged > end else { return false }
            state = .open
        case .recovery: settle(board, next: sequence.next)
        case .open, .disorder, .loss: return false
        }
        return true
    }

    /// No losses are left.
    mutating func settle(_ board: Scoreboard, next: Int) {
        state = .open
        keepOpen(board, next: next)
    }

    mutating func keepOpen(_ board: Scoreboard, next: Int) {
        let open: State = board.sacked == 0 && board.lost == 0 && board.resent == 0 ? .open : .disorder
        guard open != state else { return }
        state = open
        end = next
    }

    mutating func continueAfterTimeout(
        _ news: AcknowledgementNews,
        _ sequence: SendSequence,
        _ board: Scoreboard
    ) -> AfterTimeout {
        if mayBeVain {
            if news.isOriginalAcknowledged {
                mayBeVain = false
                return .inVain
            }
            if sequence.next > end {
                if news.hasSacked || !news.isAdvanced { mayBeVain = false }
            } else if news.isAdvanced, sequence.unacknowledged < end {
                end = sequence.next
                if sequence.unsent > 0, sequence.windowEnd > sequence.next { return .waiting }
                mayBeVain = false
            }
        }
        guard sequence.unacknowledged >= end else { return .repairing }
        settle(board, next: sequence.next)
        return .waiting
    }

    mutating func beginReduction(window: Int, next: Int) {
        end = next
        reduction = RateReduction(from: window)
    }

    mutating func enterRecovery() { state = .recovery }

    /// A loss that a tail probe repaired has reduced the window.
    mutating func endReduction(_ board: Scoreboard, next: Int) {
        state = .reduced
        keepOpen(board, next: next)
    }

    /// A retransmission timeout. False if it repeats one for the same segments.
    mutating func timeOut(_ sequence: SendSequence, window: Int, isBackedOff: Bool) -> Bool {
        let isFirst =
            state <= .disorder || sequence.unacknowledged >= end || state == .loss && !isBackedOff
        if isFirst { reduction = RateReduction(from: window) }
        mayBeVain = state < .recovery
        state = .loss
        end = sequence.next
        return isFirst
    }

    mutating func count(delivered: Int) { reduction.deliver(delivered) }
    mutating func count(sent: Int) { if isReducing { reduction.send(sent) } }
}
