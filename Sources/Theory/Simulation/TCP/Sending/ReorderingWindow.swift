/// How much reordering RACK (RFC 8985) tolerates: none once losses are evident, unless the path has reordered packets. Then it
/// grows when the other end reports that retransmissions were needless.
struct ReorderingWindow {
    /// Segments that arrived beyond a gap and indicate a loss rather than reordering.
    private static let tellingDuplicates = 3
    private static let mostReordering = 300
    private static let mostSteps = 255
    /// Recoveries after which a grown window is the usual one again.
    private static let lasting = 16

    /// The path has delivered a segment before one that was sent earlier.
    private(set) var isSeen = false
    /// Distance in segments over which it did.
    private(set) var degree = tellingDuplicates
    /// Quarters of the least round trip.
    private var steps = 1
    private var recoveriesLeft = 0
    private var isDuplicateReported = false
    /// Segments delivered when the window grew last.
    private var deliveredAtGrowth = 0

    /// Tolerated reordering, in microseconds.
    func tolerance(_ board: Scoreboard, _ roundTrip: RoundTripEstimate, isRecovering: Bool) -> Int {
        if !isSeen, isRecovering || board.sacked >= degree { return 0 }
        return min((roundTrip.least >> 2) * steps, roundTrip.mean)
    }

    /// A segment that begins there arrived although it was never sent again; `furthest` is the end of what had arrived.
    mutating func note(arrivedAt place: Int, furthest: Int, segment: Int) {
        guard place < furthest else { return }
        let distance = furthest - place
        if distance > degree * segment {
            degree = min((distance + segment - 1) / segment, Self.mostReordering)
        }
        isSeen = true
    }

    /// A retransmission was needless, and no tail probe.
    mutating func noteDuplicate() {
        if isSeen { isDuplicateReported = true }
    }

    /// `before` counts the segments delivered when the latest of those was sent that an acknowledgement covers; nil if it
    /// covers none.
    mutating func update(deliveredBefore before: Int?, delivered: Int) {
        guard let before, before > 0 else { return }
        if before < deliveredAtGrowth { isDuplicateReported = false }
        if isDuplicateReported {
            steps = min(Self.mostSteps, steps + 1)
            isDuplicateReported = false
            deliveredAtGrowth = delivered
            recoveriesLeft = Self.lasting
        } else if recoveriesLeft == 0 {
            steps = 1
        }
    }

    mutating func recoveryEnded() { recoveriesLeft = max(0, recoveriesLeft - 1) }
    mutating func recoveryUndone() { recoveriesLeft = min(Self.lasting, recoveriesLeft + 1) }

    /// A timeout after many segments arrived beyond the gap: the degree was overestimated.
    mutating func timedOut(sacked: Int) {
        if sacked >= Self.tellingDuplicates { degree = min(degree, Self.tellingDuplicates) }
    }
}
