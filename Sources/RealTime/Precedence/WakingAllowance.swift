package import Wire

/// How long before a packet is due the engine must be awake, learned from how late it was woken.
///
/// An idle or virtual machine wakes a sleeper tens of microseconds late. A busy machine wakes it sooner if
/// the thread goes before all others. The engine spins during the allowance, so it must be no longer than the
/// machine requires.
package struct WakingAllowance: Hashable, Sendable {
    static let first: Nanoseconds = 150_000
    static let least: Nanoseconds = 5_000
    static let most: Nanoseconds = 300_000
    /// Upper limit in a crowd, where a thread that spins long is stopped for longer.
    static let mostInCrowd: Nanoseconds = 20_000
    /// A thread woken later than this was kept from the processor: spinning would not help, and nothing is
    /// learned.
    static let kept: Nanoseconds = 1_000_000
    /// How long to stay awake after a packet. The next is often close behind, such as an answer, which takes
    /// the other host less than this.
    static let longestLinger: Nanoseconds = 100_000
    /// Allowance if processors fall asleep: a virtual machine's host gives them to others, and a sleeper
    /// wakes up to tens of milliseconds late.
    static let ahead: Nanoseconds = 30_000_000
    /// Shorter sleeps are not worth it.
    private static let nap: Nanoseconds = 3_000

    /// True if a processor may sleep at its thread's time while others have another processor.
    private let processorsSleep: Bool
    package private(set) var length = first
    package var isCrowded = false {
        didSet { length = min(length, isCrowded ? Self.mostInCrowd : Self.most) }
    }

    package init(processorsSleep: Bool = false) {
        self.processorsSleep = processorsSleep
    }

    /// How long to stay awake after a packet.
    package var linger: Nanoseconds { isCrowded ? 0 : Self.longestLinger }

    /// How long to sleep if the next packet is due in `left`; 0 if it is better not to.
    ///
    /// The kernel may round by a thousandth of the time slept; long sleeps are completed by a second, shorter
    /// one.
    package func sleep(dueIn left: Nanoseconds) -> Nanoseconds {
        // In a crowd no processor sleeps, and a thread that spins would only wait longer for others.
        let early = processorsSleep && !isCrowded ? Self.ahead : length
        let length = left - early - left / 500
        return length < Self.nap ? 0 : length
    }

    /// Notes a sleep that ended this much later than requested.
    ///
    /// The allowance rises two hundred times as fast as it falls, so it settles where one sleep in two
    /// hundred ends too late.
    package mutating func woke(late lateness: Nanoseconds) {
        guard lateness < Self.kept else { return }
        let changed = lateness > length ? length + length / 8 : length - length / 1600
        length = min(isCrowded ? Self.mostInCrowd : Self.most, max(Self.least, changed))
    }
}
