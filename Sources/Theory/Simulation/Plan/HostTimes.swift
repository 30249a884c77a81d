package import LinkModel
package import Wire

/// A host's processing times, from a packet's arrival to TCP's own answer. Like `ProgramTimes` they come from
/// measurements and are unknown for predictions.
package struct HostTimes: Hashable, Sendable {
    /// A host that handled no packet for this long is at rest, and slower to react.
    package static let rest: Nanoseconds = 1_000_000

    package var rested: Nanoseconds
    package var busy: Nanoseconds
    /// Times for packets that took another one.
    package var exceptions: [PacketIdentity: Nanoseconds]

    package init(
        rested: Nanoseconds = 0,
        busy: Nanoseconds = 0,
        exceptions: [PacketIdentity: Nanoseconds] = [:]
    ) {
        self.rested = rested
        self.busy = busy
        self.exceptions = exceptions
    }

    /// Reaction time for a packet.
    func time(of packet: PacketIdentity, isRested: Bool) -> Nanoseconds {
        exceptions[packet] ?? (isRested ? rested : busy)
    }
}
