package import HTTP
package import Wire

/// What a server grants its clients.
package struct ServingLimits: Hashable, Sendable {
    /// Connections at a time; further ones wait to be accepted.
    package var connections: Int
    package var heads: HTTP1Limits
    /// How long a connection may stand still: between requests, inside one, or while the client takes no bytes.
    package var idle: Nanoseconds
    /// How long a TLS handshake may take, from the accepted connection on.
    package var handshake: Nanoseconds

    package init(
        connections: Int = 1024,
        heads: HTTP1Limits = HTTP1Limits(),
        idle: Nanoseconds = 60_000_000_000,
        handshake: Nanoseconds = 30_000_000_000
    ) {
        self.connections = connections
        self.heads = heads
        self.idle = idle
        self.handshake = handshake
    }
}
