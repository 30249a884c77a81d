/// The counts of a sender's bookkeeping that single packets change: an increment shows what the packet was.
struct SenderCounts: Hashable {
    private var fast = 0
    private var timeout = 0
    private var tailProbes = 0
    private var retransmitted = 0
    private var lostBefore = 0
    private var outOfOrder = 0
    private var duplicates = 0
    private var zeroWindows = 0

    init() {}

    init(_ figures: CaptureFlow.Sender) {
        fast = figures.fast
        timeout = figures.timeout
        tailProbes = figures.tailProbes
        retransmitted = figures.retransmitted
        lostBefore = figures.lostBefore
        outOfOrder = figures.outOfOrder
        duplicates = figures.duplicateAcknowledgements
        zeroWindows = figures.zeroWindows
    }

    /// The kind of repair that a segment was, and whether its earlier copy was seen; nil if it repaired
    /// nothing.
    func repair(since before: SenderCounts) -> (kind: TCPEvent.Repair, isAgain: Bool)? {
        guard retransmitted > before.retransmitted || lostBefore > before.lostBefore else { return nil }
        return (cause(since: before), retransmitted > before.retransmitted)
    }

    private func cause(since before: SenderCounts) -> TCPEvent.Repair {
        if fast > before.fast { return .fast }
        if timeout > before.timeout { return .timeout }
        return tailProbes > before.tailProbes ? .tailProbe : .spurious
    }

    func wasOvertaken(since before: SenderCounts) -> Bool { outOfOrder > before.outOfOrder }

    /// Its data was acknowledged once more, and the packet did nothing else.
    func wasRepeated(since before: SenderCounts) -> Bool { duplicates > before.duplicates }

    func closedWindow(since before: SenderCounts) -> Bool { zeroWindows > before.zeroWindows }
}
