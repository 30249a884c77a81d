/// Linux's loss recovery state machine: its states, and what begins and ends them.
struct LossRecovery {
    enum State: Int, Comparable {
        case open, disorder, reduced, recovery, loss

        static func < (lhs: State, rhs: State) -> Bool { lhs.rawValue < rhs.rawValue }
    }

    /// What an acknowledgement lets go.
    enum Repair {
        /// Nothing again.
        case nothing
        /// New data first, to find out whether a timeout was spurious (F-RTO, RFC 5682), else losses.
        case probing
        case losses
    }

    private(set) var state = State.open
    /// The state ends when everything before this position is acknowledged.
    private(set) var end = 0
    private(set) var reduction = RateReduction(from: 0)
    private(set) var undo = RecoveryUndo()
    /// The timeout may have been spurious.
    private var mayBeVain = false

    /// The window is being reduced.
    var isReducing: Bool { state == .reduced || state == .recovery }
    /// No recovery or suspected reordering is in progress.
    var maySendProbe: Bool { state == .open || state == .reduced }

    mutating func count(delivered: Int) { reduction.deliver(delivered) }
    mutating func count(sent: Int) { if isReducing { reduction.send(sent) } }

    mutating func resent(stamp: Int) { undo.resent(stamp: stamp) }
    mutating func arrivedTwice(upTo end: Int, segments: Int) {
        undo.arrivedTwice(upTo: end, segments: segments)
    }

    // MARK: States

    mutating func open() { state = .open }

    /// Open if nothing is lost or doubtful.
    mutating func keepOpen(_ board: Scoreboard, next: Int) {
        let open: State = board.sacked == 0 && board.lost == 0 && !board.isAnyResent ? .open : .disorder
        guard open != state else { return }
        state = open
        end = next
    }

    mutating func tryToOpen(_ board: Scoreboard, next: Int) {
        forgetStamp(board)
        if state != .reduced { keepOpen(board, next: next) }
    }

    /// The time of the first retransmission means nothing once none is out.
    mutating func forgetStamp(_ board: Scoreboard) {
        if !board.isAnyResent { undo.forgetStamp() }
    }

    mutating func forgetStampIfOpen() {
        if state == .open { undo.forgetStamp() }
    }

    mutating func beginReduction(window: Int, next: Int) {
        end = next
        reduction = RateReduction(from: window)
    }

    mutating func beginUndo(from marker: Int, resent: Int) { undo.begin(from: marker, resent: resent) }
    mutating func forgetUndo() { undo.forget() }

    mutating func enterRecovery() { state = .recovery }

    /// A loss that a tail probe repaired has reduced the window.
    mutating func endReduction(_ board: Scoreboard, next: Int) {
        state = .reduced
        keepOpen(board, next: next)
    }

    // MARK: Timeouts

    /// Whether a timeout reduces the threshold: not if it did for the same segments. `timeouts` counts those since the last
    /// progress.
    func isNewLoss(_ sequence: SendSequence, timeouts: Int) -> Bool {
        state <= .disorder || sequence.unacknowledged >= end || state == .loss && timeouts == 0
    }

    mutating func reduceAtTimeout(window: Int) { reduction = RateReduction(from: window) }

    mutating func timeOut(next: Int, timeouts: Int) {
        mayBeVain = state < .recovery || timeouts > 0
        state = .loss
        end = next
    }

    /// Whether an acknowledgement after a timeout shows that it was spurious.
    mutating func isVain(_ news: AcknowledgementEffects) -> Bool {
        if news.isAdvanced, undo.isPossible(echo: news.echo) { return true }
        return mayBeVain && news.isOriginalAcknowledged
    }

    /// What goes after a timeout that was real, as far as is known.
    mutating func continueAfterTimeout(_ news: AcknowledgementEffects, _ sequence: SendSequence) -> Repair {
        let isRecovered = sequence.unacknowledged >= end
        if mayBeVain {
            if sequence.next > end {
                if news.hasSacked || news.isRepetition { mayBeVain = false }
            } else if news.isAdvanced, !isRecovered {
                end = sequence.next
                if sequence.unsent > 0, sequence.windowEnd > sequence.next { return .probing }
                mayBeVain = false
            }
        }
        return isRecovered ? .nothing : .losses
    }

    /// No new data could go, or it has gone and this is what was asked.
    mutating func endProbing() { mayBeVain = false }
}
