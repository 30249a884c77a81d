package import Wire

/// Judges from the time that a thread wanted to run and did not, whether others want its processor.
///
/// A thread that goes before all others never waits and cannot tell; so the judgement, once made, holds for a while,
/// and longer each time that it proves true again at once.
package struct CrowdWatch: Hashable, Sendable {
    package static let shortestHold: Nanoseconds = 5_000_000_000
    package static let longestHold: Nanoseconds = 60_000_000_000

    /// How long a thread may wait.
    package enum Patience: Sendable {
        /// Of one that goes before others where it is crowded.
        case short
        /// Of one that could only sleep instead, and is woken late where processors sleep, too. A host that stops the
        /// whole machine for some milliseconds makes no crowd.
        case long

        /// What is judged at a time.
        package var window: Nanoseconds {
            switch self {
            case .short: 25_000_000
            case .long: 100_000_000
            }
        }

        /// The part of it that may pass in waiting: one in so many.
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
    /// Processor time that the thread had used at the window's start.
    private var ranBefore: Nanoseconds
    private var hold = shortestHold
    /// When the judgement lapses, or lapsed.
    private var lapse: Instant

    package init(from start: Instant, ran: Nanoseconds, patience: Patience) {
        self.patience = patience
        windowStart = start
        ranBefore = ran
        // Long ago.
        lapse = start - Self.longestHold
    }

    package mutating func slept(_ length: Nanoseconds) {
        slept += length
    }

    /// True where the judgement has just changed. `ran` is the thread's processor time so far, asked for at the end of
    /// a window only.
    package mutating func review(at now: Instant, ran: () -> Nanoseconds) -> Bool {
        let length = now - windowStart
        guard length >= patience.window else { return false }
        let ranNow = ran()
        let waited = length - slept - (ranNow - ranBefore)
        (windowStart, slept, ranBefore) = (now, 0, ranNow)
        let wasCrowded = isCrowded
        if waited * patience.part > length {
            if !isCrowded {
                // Soon after the last time: it had not ended.
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
