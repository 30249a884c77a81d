/// In which of Linux's states a sender is that may have lost something, and what ends it.
struct LossRecovery {
    enum State: Int, Comparable {
        case open, disorder, reduced, recovery, loss

        static func < (lhs: State, rhs: State) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    /// What an acknowledgement makes of a retransmission timeout.
    enum AfterTimeout {
        /// What is lost goes again.
        case repairing
        /// All is repaired, or new data goes first.
        case waiting
        /// The first copies arrived after all.
        case inVain
    }

    private(set) var state = State.open
    /// The state ends when all up to here is acknowledged.
    private(set) var end = 0
    private(set) var reduction = RateReduction(from: 0)
    private var mayBeVain = false

    /// The window is on its way down.
    var isReducing: Bool { state == .reduced || state == .recovery }
    /// Neither a repair nor a doubt about order is under way.
    var maySendProbe: Bool { state == .open || state == .reduced }

    /// True if the acknowledgement ends a reduction of the window: what was lost is repaired.
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

    /// Nothing is lost, or no more.
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

    /// A loss that a probe repaired has brought the window down.
    mutating func endReduction(_ board: Scoreboard, next: Int) {
        state = .reduced
        keepOpen(board, next: next)
    }

    /// Nothing was heard for too long. True unless that is so again for the same segments.
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
