import LinkModel

/// A packet that is to leave.
struct Departure {
    var slot: Int
    var logIndex: Int?
    /// Which bit to send wrong; nil sends the packet as it is.
    var wrongBit: Int?
    var isMarked: Bool

    /// As the model has decided.
    init(_ decision: LinkDecision, slot: Int, logIndex: Int?) {
        self.slot = slot
        self.logIndex = logIndex
        wrongBit = decision.alterations.contains(.corrupted) ? Int(decision.wrongBit) : nil
        isMarked = decision.alterations.contains(.marked)
    }
}
