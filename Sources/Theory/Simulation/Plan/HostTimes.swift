package import Wire

/// What a host takes from a packet's coming to its own next one, where nothing but its TCP answers. Like `ProgramTimes` it is told of
/// what has been, and nothing of what will be.
package struct HostTimes: Hashable, Sendable {
    /// A host that had nothing to do with packets for so long rested: it is slower then.
    package static let rest: Nanoseconds = 1_000_000

    package var rested: Nanoseconds
    package var busy: Nanoseconds
    /// Each time that a packet found it rested, in order: nil what is not known of it. Beyond these it is `rested`.
    package var awakenings: [Nanoseconds?]

    package init(rested: Nanoseconds = 0, busy: Nanoseconds = 0, awakenings: [Nanoseconds?] = []) {
        self.rested = rested
        self.busy = busy
        self.awakenings = awakenings
    }

    /// The awakening of that number, from 0.
    func awakening(_ number: Int) -> Nanoseconds {
        (awakenings.indices.contains(number) ? awakenings[number] : nil) ?? rested
    }
}
