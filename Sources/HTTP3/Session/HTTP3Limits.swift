package import Wire

/// Limits and choices of one end of a connection.
package struct HTTP3Limits: Hashable, Sendable {
    package enum Congestion: String, Hashable, Sendable, CaseIterable {
        case cubic, reno, bbr
    }

    /// Streams that the other end may have open at a time.
    package var streams: Int
    /// Size of a message's fields: names, values, and 32 bytes for each.
    package var fieldList: Int
    /// Bytes of one stream's content that may arrive before any is consumed.
    package var window: Int
    /// The same for the connection.
    package var connectionWindow: Int
    /// The connection ends after that time without a packet.
    package var idle: Nanoseconds
    /// Maximum time of a handshake.
    package var handshake: Nanoseconds
    package var congestion: Congestion
    /// Keeps a trace of what is sent.
    package var isTraced = false

    package init(
        streams: Int = 128,
        fieldList: Int = 65_536,
        window: Int = 1 << 20,
        connectionWindow: Int = 1 << 24,
        idle: Nanoseconds = 60_000_000_000,
        handshake: Nanoseconds = 30_000_000_000,
        congestion: Congestion = .cubic
    ) {
        self.streams = streams
        self.fieldList = fieldList
        self.window = window
        self.connectionWindow = connectionWindow
        self.idle = idle
        self.handshake = handshake
        self.congestion = congestion
    }
}
