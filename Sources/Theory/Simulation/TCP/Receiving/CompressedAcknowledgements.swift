import Wire

/// Compressed acknowledgements after a gap: three go at once, then those of a twentieth of a round trip go
/// together.
struct CompressedAcknowledgements {
    private static let mostAtOnce = 3
    private static let mostHeld = 44
    private static let longestHold: Nanoseconds = 1_000_000
    /// The timer's allowed slack, which an otherwise idle machine uses up.
    private static let holdSlack: Nanoseconds = 100_000

    /// The gap of the last acknowledgements, and how many were sent at once.
    private var gap = -1
    private var sentAtOnce = 0
    private var held = 0
    /// When the held acknowledgements go out as one.
    private(set) var deadline: Instant?

    /// True if the acknowledgement is held back; `roundTrip` is in microseconds.
    mutating func holds(gap place: Int, roundTrip: Int, at now: Instant) -> Bool {
        if gap != place {
            gap = place
            sentAtOnce = 0
        }
        if sentAtOnce < Self.mostAtOnce {
            sentAtOnce += 1
            return false
        }
        held += 1
        if held > Self.mostHeld { return false }
        if deadline == nil {
            deadline = now + min(Self.longestHold, Nanoseconds(roundTrip) * 1000 / 20) + Self.holdSlack
        }
        return true
    }

    /// An acknowledgement went out, alone or with data.
    mutating func sent() {
        deadline = nil
        held = 0
    }

    mutating func stop() { deadline = nil }
}
