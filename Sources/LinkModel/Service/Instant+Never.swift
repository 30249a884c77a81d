import Wire

extension Instant {
    /// Later than every event, and early enough that adding to it does not overflow.
    static let never = Instant(nanoseconds: 1 << 61)
}
