package import Wire

/// How long a proxy waits for servers, and how much it takes from them.
package struct UpstreamLimits: Hashable, Sendable {
    /// Fields of a response's head. Its bytes are limited, too.
    package static let fields = 4096

    /// For a connection and its handshake.
    package var connect: Nanoseconds
    /// For a response's head, from the request's last byte on.
    package var answer: Nanoseconds
    /// How long a connection is kept without a request.
    package var idle: Nanoseconds

    package init(
        connect: Nanoseconds = 30_000_000_000,
        answer: Nanoseconds = 300_000_000_000,
        idle: Nanoseconds = 60_000_000_000
    ) {
        self.connect = connect
        self.answer = answer
        self.idle = idle
    }
}
