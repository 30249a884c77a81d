/// How urgent an image is among those that wait for a connection.
public enum TransferPriority: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// After everything else, such as what may be wanted later.
    case veryLow
    /// After what is wanted as usual.
    case low
    /// As usual.
    case normal
    /// Before what is wanted as usual.
    case high
    /// Before everything else.
    case veryHigh

    /// By urgency.
    public static func < (lhs: TransferPriority, rhs: TransferPriority) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}
