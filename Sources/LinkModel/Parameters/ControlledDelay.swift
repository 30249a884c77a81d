package import Wire

/// CoDel's settings (RFC 8289).
package struct ControlledDelay: Hashable, Sendable {
    package var target: Nanoseconds
    package var interval: Nanoseconds
    /// Marks packets that allow it, instead of dropping them.
    package var marksECN: Bool

    package init(target: Nanoseconds = 5_000_000, interval: Nanoseconds = 100_000_000, marksECN: Bool = false)
    {
        self.target = target
        self.interval = interval
        self.marksECN = marksECN
    }
}
