import LinkModel

/// A packet due to leave.
struct Departure {
    var slot: Int
    var logIndex: Int?
    /// Index of the bit to flip; nil sends the packet unchanged.
    var wrongBit: Int?
    var isMarked: Bool

    /// A departure by the model's decision.
    init(_ decision: LinkDecision, slot: Int, logIndex: Int?) {
        self.slot = slot
        self.logIndex = logIndex
        wrongBit = decision.alterations.contains(.corrupted) ? Int(decision.wrongBit) : nil
        isMarked = decision.alterations.contains(.marked)
    }
}
