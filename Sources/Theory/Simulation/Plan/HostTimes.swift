package import Wire

/// A host's processing times, from a packet's arrival to TCP's own answer. Like `ProgramTimes` they come from
/// measurements and are unknown for predictions.
package struct HostTimes: Hashable, Sendable {
    /// A host that handled no packet for this long is at rest, and slower to react.
    package static let rest: Nanoseconds = 1_000_000

    package var rested: Nanoseconds
    package var busy: Nanoseconds
    /// Time for each packet that found the host at rest, in order; nil if unknown. Later ones take `rested`.
    package var awakenings: [Nanoseconds?]

    package init(rested: Nanoseconds = 0, busy: Nanoseconds = 0, awakenings: [Nanoseconds?] = []) {
        self.rested = rested
        self.busy = busy
        self.awakenings = awakenings
    }

    /// Reaction time for the packet of that number, from 0.
    func awakening(_ number: Int) -> Nanoseconds {
        (awakenings.indices.contains(number) ? awakenings[number] : nil) ?? rested
    }
}
