/// What TCP did on one connection, in the order of the file.
package struct TCPEvents: Hashable, Sendable {
    package var stream: Int
    package var events: [TCPEvent]
    /// Events beyond the most that are kept.
    package var leftOut: Int

    package init(stream: Int, _ events: [TCPEvent], leftOut: Int = 0) {
        self.stream = stream
        self.events = events
        self.leftOut = leftOut
    }
}
