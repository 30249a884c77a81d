package import Wire

/// How long a proxy waits for servers, and how much it takes from them.
package struct UpstreamLimits: Hashable, Sendable {
    /// Fields of a response's head. Its bytes are limited, too.
    package static let fields = 4096

    /// For a connection and its handshake.
    package var connect: Nanoseconds
    /// For a response's head, from the request's last byte on.
    package var answer: Nanoseconds
    /// Connections to servers at a time, three quarters of them for one client. More than clients may have, so that those
    /// of a client that makes room are not needed before they have closed.
    package var connections: Int
    /// How long a connection is kept without a request.
    package var idle: Nanoseconds
    /// How long a tunnel is kept that nothing crosses.
    package var tunnel: Nanoseconds
    /// The same once one of its ends has ended its side. nginx and squid close such tunnels at once, HAProxy after its
    /// `timeout client-fin`.
    package var halfClosed: Nanoseconds

    package init(
        connect: Nanoseconds = 30_000_000_000,
        answer: Nanoseconds = 300_000_000_000,
        connections: Int = 12_000,
        idle: Nanoseconds = 60_000_000_000,
        tunnel: Nanoseconds = 3_600_000_000_000,
        halfClosed: Nanoseconds = 30_000_000_000
    ) {
        self.connect = connect
        self.answer = answer
        self.connections = connections
        self.idle = idle
        self.tunnel = tunnel
        self.halfClosed = halfClosed
    }
}
