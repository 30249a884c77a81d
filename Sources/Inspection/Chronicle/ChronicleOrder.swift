package import Wire

/// Selects the connection whose TCP is reported event by event.
package struct ChronicleOrder: Hashable, Sendable {
    package static let usualSilence: Nanoseconds = 1_000_000_000

    package var stream: Int
    /// Shortest silence that counts as an event.
    package var silence: Nanoseconds

    package init(stream: Int, silence: Nanoseconds = usualSilence) {
        self.stream = stream
        self.silence = silence
    }
}
