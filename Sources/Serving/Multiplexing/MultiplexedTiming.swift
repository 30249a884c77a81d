import Wire

/// The instant of a connection's current step, and how long it waits for its client. It belongs to the loop's
/// thread.
final class MultiplexedTiming {
    var now: Instant
    private let idle: Nanoseconds
    private let head: Nanoseconds
    /// When the client has been idle too long.
    private var deadline: Instant
    /// When the head under way must be complete.
    private var headDeadline: Instant?

    init(_ limits: ServingLimits, at now: Instant) {
        self.now = now
        idle = limits.idle
        head = limits.head
        deadline = now + limits.idle
    }

    var expiry: Instant { min(headDeadline ?? deadline, deadline) }

    var isIdle: Bool { now >= deadline }

    func headBegan() { headDeadline = now + head }

    func headEnded() { headDeadline = nil }

    /// The client is not idle before that instant.
    func extend(from instant: Instant) { deadline = max(deadline, instant + idle) }

    /// The client was too slow, and has time to read that.
    func restart() {
        headDeadline = nil
        deadline = now + idle
    }
}
