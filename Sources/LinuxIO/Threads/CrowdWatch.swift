package import Wire

/// Judges from the time that a thread wanted to run and did not, whether others want its processor.
///
/// A thread that goes before all others never waits and cannot tell; so the judgement, once made, holds for a while,
/// and longer each time that it proves true again at once.
package struct CrowdWatch: Hashable, Sendable {
    package static let window: Nanoseconds = 25_000_000
    package static let shortestHold: Nanoseconds = 5_000_000_000
    package static let longestHold: Nanoseconds = 60_000_000_000

    package private(set) var isCrowded = false
    private var windowStart: Instant
    private var slept: Nanoseconds = 0
    /// Processor time that the thread had used at the window's start.
    private var ranBefore: Nanoseconds
    private var hold = shortestHold
    /// When the judgement lapses, or lapsed.
    private var lapse: Instant

    package init(from start: Instant, ran: Nanoseconds) {
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
        guard length >= Self.window else { return false }
        let ranNow = ran()
        let waited = length - slept - (ranNow - ranBefore)
        (windowStart, slept, ranBefore) = (now, 0, ranNow)
        let wasCrowded = isCrowded
        if waited * 20 > length {
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
