import Wire

/// What a line of byte streams holds at the most.
package struct StreamLimits: Hashable, Sendable {
    /// Connections at a time; further ones wait to be accepted.
    package var connections: Int
    /// Bytes of one direction that were read and not taken by their receivers yet: where so many are held, nothing
    /// more is read until a receiver takes some.
    package var bytes: Int
    /// Packets of both directions that the log holds; what comes later is counted only.
    package var logCapacity: Int

    package init(connections: Int = 1024, bytes: Int = 256 << 20, logCapacity: Int = 1 << 21) {
        self.connections = connections
        self.bytes = bytes
        self.logCapacity = logCapacity
    }

    /// How far ahead of the line its streams are read, so that it never waits for a thread that wakes late. What is
    /// beyond stays with its sender: the connections take turns there.
    static let readAhead: Nanoseconds = 20_000_000
    /// It is never less than so many full packets.
    static let leastPacketsAhead = 4
}
