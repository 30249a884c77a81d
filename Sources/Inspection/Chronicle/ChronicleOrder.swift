package import Wire

/// Which connection's TCP is to be told event by event.
package struct ChronicleOrder: Hashable, Sendable {
    package static let usualSilence: Nanoseconds = 1_000_000_000

    package var stream: Int
    /// Silence of so long is an event.
    package var silence: Nanoseconds

    package init(stream: Int, silence: Nanoseconds = usualSilence) {
        self.stream = stream
        self.silence = silence
    }
}
