package import Wire

/// PIE's settings (RFC 8033).
package struct ProportionalIntegral: Hashable, Sendable {
    package var target: Nanoseconds
    package var updateInterval: Nanoseconds
    package var marksECN: Bool

    package init(
        target: Nanoseconds = 15_000_000,
        updateInterval: Nanoseconds = 15_000_000,
        marksECN: Bool = false
    ) {
        self.target = target
        self.updateInterval = updateInterval
        self.marksECN = marksECN
    }
}
