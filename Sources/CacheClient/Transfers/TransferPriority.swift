/// Priority of an image among those that wait for a connection.
public enum TransferPriority: Int, Hashable, Sendable, Comparable, CaseIterable {
    /// After everything else, such as images that may be wanted later.
    case veryLow
    /// After normal images.
    case low
    /// The default.
    case normal
    /// Before normal images.
    case high
    /// Before everything else.
    case veryHigh

    /// By urgency.
    public static func < (lhs: TransferPriority, rhs: TransferPriority) -> Bool {
        lhs.rawValue < rhs.rawValue
    }
}
