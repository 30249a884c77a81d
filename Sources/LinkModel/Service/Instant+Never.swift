import Wire

extension Instant {
    /// Later than everything that happens, and early enough to be added to.
    static let never = Instant(nanoseconds: 1 << 61)
}
