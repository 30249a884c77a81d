/// A token bucket that drops what exceeds it, before the queue.
package struct Policer: Hashable, Sendable {
    /// Bits per second at which tokens come.
    package var rateBps: Int64
    /// What the full bucket holds, in bytes.
    package var burst: Int

    package init(rateBps: Int64, burst: Int) {
        self.rateBps = rateBps
        self.burst = burst
    }
}
