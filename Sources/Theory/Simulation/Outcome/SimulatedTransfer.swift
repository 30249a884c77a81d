package import Wire

/// Times of one simulated exchange; nil for what the simulation did not reach.
package struct SimulatedTransfer: Hashable, Sendable {
    /// When it was requested.
    package var start: Instant
    /// When it had a connection, or permission to open one.
    package var begin: Instant?
    /// When the host's name is known and the first SYN goes out; nil on an existing connection.
    package var connectStart: Instant?
    package var connectEnd: Instant?
    /// When TLS is agreed on; nil on an existing connection or without TLS.
    package var secured: Instant?
    /// When the request's first byte is sent.
    package var requestFirstByte: Instant?
    /// When the request's last byte reaches the origin.
    package var requestLastByte: Instant?
    /// When the origin hands the response to its TCP.
    package var responseBegin: Instant?
    /// Arrival at the client.
    package var responseFirstByte: Instant?
    package var responseLastByte: Instant?
    /// Its range in the connection's downward stream.
    package var response: Range<Int>?
    /// With HTTP/2, where its bytes lie in that range, in order: those of other streams lie between.
    package var places: [Range<Int>] = []
    /// Flow of its connection; 0 if it had none.
    package var flow: UInt32 = 0
    /// Its index on the connection, from 0.
    package var order = 0
    package var isNewConnection = false

    package init(start: Instant) {
        self.start = start
    }

    /// From the request to the last byte.
    package var duration: Nanoseconds? {
        responseLastByte.map { $0 - start }
    }

    /// The duration without the wait for a connection and the host's name.
    package var exchange: Nanoseconds? {
        guard let end = responseLastByte, let from = connectStart ?? begin else { return nil }
        return end - from
    }
}
