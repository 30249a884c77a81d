package import Wire

/// A transfer that has begun and not ended, as far as it has come.
package struct BegunTransfer: Hashable, Sendable {
    package enum Phase: String, Sendable {
        /// The caches are asked.
        case looking
        /// It waits for a connection, or for another caller's transfer.
        case queued
        case connecting, waiting, receiving
        /// The body is there, and is stored.
        case storing
    }

    package var id: Int
    package var step: String
    /// The address that was asked for; redirects may have led to another one.
    package var url: String
    package var phase: Phase
    /// Body bytes so far.
    package var bytes: Int
    /// Since the caller asked.
    package var duration: Nanoseconds

    package init(id: Int, step: String, url: String, phase: Phase, bytes: Int, duration: Nanoseconds) {
        self.id = id
        self.step = step
        self.url = url
        self.phase = phase
        self.bytes = bytes
        self.duration = duration
    }
}
