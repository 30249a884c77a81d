package import LinuxIO
package import Wire

/// Events that a socket waits for.
package struct ConnectionOutlook {
    /// Events on its socket.
    package var interest: PollInterest
    /// When it needs a turn even if nothing happens there.
    package var next: Instant

    package init(interest: PollInterest, next: Instant) {
        self.interest = interest
        self.next = next
    }
}
