package import Wire

/// How long before a packet is due the engine must be awake, learnt from how late it was woken.
///
/// An idle or virtual machine wakes a sleeper tens of microseconds late, a busy one sooner where the thread goes before
/// all others; the engine spins through that time, so it must not be longer than this machine makes it.
package struct WakingAllowance: Hashable, Sendable {
    static let first: Nanoseconds = 150_000
    static let least: Nanoseconds = 5_000
    static let most: Nanoseconds = 300_000
    /// Where others want the processor a thread that spins long is stopped for longer.
    static let mostInCrowd: Nanoseconds = 20_000
    /// What is woken later than this was kept from the processor: spinning would not help, and nothing is learnt.
    static let kept: Nanoseconds = 1_000_000
    /// After a packet the next is often close behind: an answer to it, which takes the other host less than this, must not
    /// find the thread asleep.
    static let longestLinger: Nanoseconds = 100_000
    /// Where processors fall asleep, in a virtual machine whose host gives them to others meanwhile, a sleeper is woken up
    /// to tens of milliseconds late. Who is awake so long before is in time all the same.
    static let ahead: Nanoseconds = 30_000_000
    /// Not worth going to sleep for.
    private static let nap: Nanoseconds = 3_000

    /// Whether a processor may sleep when its thread's time comes, while there is another one for everybody else.
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

    /// How long to sleep where the next packet is due in `left`; 0 where it is better not to.
    ///
    /// The kernel may take a thousandth of the time slept for rounding; long sleeps end in a second, shorter one.
    package func sleep(dueIn left: Nanoseconds) -> Nanoseconds {
        // In a crowd no processor sleeps, and who spins would only wait for others longer.
        let early = processorsSleep && !isCrowded ? Self.ahead : length
        let length = left - early - left / 500
        return length < Self.nap ? 0 : length
    }

    /// Takes note of a sleep that ended so much later than asked for.
    ///
    /// It rises two hundred times as fast as it falls, and so comes to rest where one sleep in two hundred ends too late.
    package mutating func woke(late lateness: Nanoseconds) {
        guard lateness < Self.kept else { return }
        let changed = lateness > length ? length + length / 8 : length - length / 1600
        length = min(isCrowded ? Self.mostInCrowd : Self.most, max(Self.least, changed))
    }
}
