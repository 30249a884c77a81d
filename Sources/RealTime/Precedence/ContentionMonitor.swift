package import Wire

/// Judges whether others want a thread's processor, by the time in which the thread was ready but did not
/// run.
///
/// A thread that runs before all others never waits, which leaves it without evidence. A judgement therefore
/// holds for a while, and longer each time that it is confirmed at once.
package struct ContentionMonitor: Hashable, Sendable {
    package static let shortestHold: Nanoseconds = 5_000_000_000
    package static let longestHold: Nanoseconds = 60_000_000_000

    /// How much waiting counts as a crowd.
    package enum Patience: Sendable {
        /// For a thread that goes before others in a crowd.
        case short
        /// For a thread that could only sleep instead, and is woken late if processors sleep, too. A host
        /// that stops the whole machine for some milliseconds does not count as a crowd.
        case long

        /// Length of the periods judged.
        package var window: Nanoseconds {
            switch self {
            case .short: 25_000_000
            case .long: 100_000_000
            }
        }

        /// Divisor of the window: waiting for more than this part of it means a crowd.
        var part: Int64 {
            switch self {
            case .short: 20
            case .long: 4
            }
        }
    }

    package private(set) var isCrowded = false
    private let patience: Patience
    private var windowStart: Instant
    private var slept: Nanoseconds = 0
    /// Processor time used by the thread at the window's start.
    private var ranBefore: Nanoseconds
    private var hold = shortestHold
    /// When the judgement lapses or lapsed.
    private var lapse: Instant

    package init(from start: Instant, ran: Nanoseconds, patience: Patience) {
        self.patience = patience
        windowStart = start
        ranBefore = ran
        // Far in the past.
        lapse = start - Self.longestHold
    }

    package mutating func slept(_ length: Nanoseconds) {
        slept += length
    }

    /// Returns true if the judgement has just changed. `ran` returns the thread's processor time so far, and
    /// is called only at the end of a window.
    package mutating func review(at now: Instant, ran: () -> Nanoseconds) -> Bool {
        let length = now - windowStart
        guard length >= patience.window else { return false }
        let ranNow = ran()
        let waited = length - slept - (ranNow - ranBefore)
        (windowStart, slept, ranBefore) = (now, 0, ranNow)
        let wasCrowded = isCrowded
        if waited * patience.part > length {
            if !isCrowded {
                // Soon after the last lapse: the crowd had not ended.
                hold =
                    now - lapse < Self.shortestHold / 5 ? min(2 * hold, Self.longestHold) : Self.shortestHold
            }
            isCrowded = true
            lapse = now + hold
        } else if isCrowded, now >= lapse {
            isCrowded = false
        }
        return isCrowded != wasCrowded
    }
}
