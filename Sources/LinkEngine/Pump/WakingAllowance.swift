import Wire

/// How long before a packet is due the engine must be awake, learnt from how late it was woken.
///
/// A machine wakes a sleeper tens of microseconds late, a busy or virtual one hundreds; the engine spins through
/// that time, so it must not be longer than this machine makes it.
struct WakingAllowance: Hashable, Sendable {
    static let least: Nanoseconds = 150_000
    /// What is woken later than this is being kept from the processor: spinning would not help.
    static let most: Nanoseconds = 1_000_000

    private(set) var length = least

    /// How long to sleep where the next packet is due in `left`; 0 where it is better not to.
    ///
    /// The kernel may take a thousandth of the time slept for rounding; long sleeps end in a second, shorter one.
    func sleep(dueIn left: Nanoseconds) -> Nanoseconds {
        max(0, left - length - left / 500)
    }

    /// Takes note of a sleep that ended so much later than asked for.
    mutating func wokeLate(by overshoot: Nanoseconds) {
        let forgetting = length - length / 128
        length = min(Self.most, max(Self.least, forgetting, 2 * overshoot))
    }
}
