package import HTTP
package import HTTP2
package import Wire

/// What a server grants its clients.
package struct ServingLimits: Hashable, Sendable {
    /// Connections at a time; further ones wait to be accepted.
    package var connections: Int
    package var heads: HTTP1Limits
    package var http2: HTTP2Limits
    /// Bytes of a request's body that are read to be thrown away; a longer one is refused with 413.
    package var droppedBody: Int
    /// How long a connection may stand still: between requests, inside a body, or while the client takes no bytes.
    package var idle: Nanoseconds
    /// How long a request's head may take, from its first byte on, however its bytes come.
    package var head: Nanoseconds
    /// How long a TLS handshake may take, from the accepted connection on.
    package var handshake: Nanoseconds
    /// How long a response may stall whose course says that it does.
    package var stall: Nanoseconds

    package init(
        connections: Int = 1024,
        heads: HTTP1Limits = HTTP1Limits(),
        http2: HTTP2Limits = HTTP2Limits(),
        droppedBody: Int = 1 << 30,
        idle: Nanoseconds = 60_000_000_000,
        head: Nanoseconds = 20_000_000_000,
        handshake: Nanoseconds = 30_000_000_000,
        stall: Nanoseconds = 600_000_000_000
    ) {
        self.connections = connections
        self.heads = heads
        self.http2 = http2
        self.droppedBody = droppedBody
        self.idle = idle
        self.head = head
        self.handshake = handshake
        self.stall = stall
    }
}
