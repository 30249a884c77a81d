package import HTTP
package import HTTP2
package import Wire

/// Limits that a server sets for its clients.
package struct ServingLimits: Hashable, Sendable {
    /// Connections of clients at a time. A further one takes the place of one that has been idle for longest, or waits
    /// to be accepted if none is idle.
    package var connections: Int
    package var heads: HTTP1Limits
    package var http2: HTTP2Limits
    /// Bytes of a request's body that are read and discarded; a longer body is refused with 413.
    package var droppedBody: Int
    /// Maximum idle time of a connection: between requests, inside a body, or while the client takes no
    /// bytes.
    package var idle: Nanoseconds
    /// Maximum time in which nothing crosses while a client that has ended its side waits for content in the making. One
    /// that has left without a word looks like it.
    package var halfClosed: Nanoseconds
    /// Maximum time for a request's head, from its first byte on.
    package var head: Nanoseconds
    /// Maximum time for a TLS handshake, from the accepted connection on.
    package var handshake: Nanoseconds
    /// Maximum duration of a stall that a response's course asks for.
    package var stall: Nanoseconds

    package init(
        connections: Int = 1024,
        heads: HTTP1Limits = HTTP1Limits(),
        http2: HTTP2Limits = HTTP2Limits(),
        droppedBody: Int = 1 << 30,
        idle: Nanoseconds = 60_000_000_000,
        halfClosed: Nanoseconds = 30_000_000_000,
        head: Nanoseconds = 20_000_000_000,
        handshake: Nanoseconds = 30_000_000_000,
        stall: Nanoseconds = 600_000_000_000
    ) {
        self.connections = connections
        self.heads = heads
        self.http2 = http2
        self.droppedBody = droppedBody
        self.idle = idle
        self.halfClosed = halfClosed
        self.head = head
        self.handshake = handshake
        self.stall = stall
    }
}

extension ServingLimits {
    /// Of an origin behind an emulated line, where a packet may take an hour. Its clients give up by their own limits,
    /// never because the origin lost its patience.
    package static let ofBench = ServingLimits(
        idle: benchTime,
        halfClosed: benchTime,
        head: benchTime,
        handshake: benchTime
    )

    /// Connections of one address at a time; those of this machine's own programs share the whole. Further ones are
    /// closed.
    package var connectionsOfOne: Int { connections - connections / 4 }

    /// The longest delay that a scenario may give a line.
    private static let benchTime: Nanoseconds = 3_600_000_000_000
}
