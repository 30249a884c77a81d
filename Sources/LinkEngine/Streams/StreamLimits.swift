import Wire

/// Limits of a line of byte streams.
package struct StreamLimits: Hashable, Sendable {
    /// Simultaneous connections; further ones wait to be accepted.
    package var connections: Int
    /// Bytes of one direction read and not yet taken by their receivers: at this limit, reading stops until a
    /// receiver takes some.
    package var bytes: Int
    /// Packets of both directions that the log holds; later ones are only counted.
    package var logCapacity: Int

    package init(connections: Int = 1024, bytes: Int = 256 << 20, logCapacity: Int = 1 << 21) {
        self.connections = connections
        self.bytes = bytes
        self.logCapacity = logCapacity
    }

    /// How far ahead of the line its streams are read, so that a thread that wakes late does not stall it.
    /// The rest stays with its sender, where the connections take turns.
    static let readAhead: Nanoseconds = 20_000_000
    /// Minimum read-ahead, in full packets.
    static let leastPacketsAhead = 4
}
