import LinuxIO
import Wire

/// How a recorder's thread takes turns with the kernel, which fills the packet ring block by block.
struct RecorderPace: Sendable {
    /// The kernel hands a partly filled block over after one to two such periods.
    let retireMilliseconds: Int32
    /// Milliseconds to leave the ring alone after packets; nil: the thread waits for the next block at once.
    let rest: Int32?

    /// Waking for every full block would cost more than reading several at once.
    private static let inRealTime = RecorderPace(retireMilliseconds: 10, rest: 4)
    /// Each waking costs as much processor time as a packet, and a full block wakes the thread on time.
    private static let inVirtualTime = RecorderPace(retireMilliseconds: 50, rest: nil)

    /// This much silence means that the ring is empty. The kernel's count alone is not enough, since some
    /// packets are counted but never handed over.
    var silence: Nanoseconds { 10_000_000 * Nanoseconds(retireMilliseconds) }

    static func on(_ clock: ClockKind) -> RecorderPace {
        switch clock {
        case .real: inRealTime
        case .virtual: inVirtualTime
        }
    }
}
