package import Wire

/// A rate over time that fits in one line, for terminals that can draw it.
package struct ReportSparkline: Hashable, Sendable {
    /// Bytes that arrived between two moments.
    package struct Piece: Hashable, Sendable {
        package let start: Instant
        package let end: Instant
        package let bytes: Int

        package init(from start: Instant, to end: Instant, bytes: Int) {
            self.start = start
            self.end = end
            self.bytes = bytes
        }
    }

    package let caption: String
    package let start: Instant
    package let span: Nanoseconds
    package let pieces: [Piece]
    /// The rate at full height, in bits per second; nil means the highest that is drawn.
    package let topBps: Int64?
}
