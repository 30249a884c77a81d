package import LinuxIO
package import Wire

/// Events that a socket waits for.
package struct ConnectionOutlook {
    /// Events on its socket.
    package var interest: PollInterest
    /// When it needs a turn even if nothing happens there.
    package var next: Instant

    /// Far off, but near enough to be added to any instant of a run.
    private static let farOff: Nanoseconds = 3_600_000_000_000

    /// Only what arrives gives it a turn.
    package static func reading(at now: Instant) -> ConnectionOutlook {
        ConnectionOutlook(interest: .read, next: now + farOff)
    }

    package init(interest: PollInterest, next: Instant) {
        self.interest = interest
        self.next = next
    }
}
