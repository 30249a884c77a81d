package import Wire

/// When what happened to one simulated exchange; nil what the simulation did not come to.
package struct SimulatedTransfer: Hashable, Sendable {
    /// It was wanted.
    package var start: Instant
    /// It had a connection, or the leave to open one.
    package var begin: Instant?
    /// The host's name is known and the first SYN goes out; nil on a connection that was there.
    package var connectStart: Instant?
    package var connectEnd: Instant?
    /// TLS is agreed on; nil where it was already, or there is none.
    package var secured: Instant?
    /// The request's first byte is sent.
    package var requestFirstByte: Instant?
    /// The request's last byte is at the origin.
    package var requestLastByte: Instant?
    /// The origin hands the response to its TCP.
    package var responseBegin: Instant?
    /// At the client.
    package var responseFirstByte: Instant?
    package var responseLastByte: Instant?
    /// Its bytes of the stream that goes down on its connection.
    package var response: Range<Int>?
    /// Of its connection; 0 where it had none.
    package var flow: UInt32 = 0
    /// Its place on the connection, from 0.
    package var order = 0
    package var isNewConnection = false

    package init(start: Instant) {
        self.start = start
    }

    /// From when it was wanted to the last byte.
    package var duration: Nanoseconds? {
        responseLastByte.map { $0 - start }
    }

    /// The same without the wait for a connection and for the host's name.
    package var exchange: Nanoseconds? {
        guard let end = responseLastByte, let from = connectStart ?? begin else { return nil }
        return end - from
    }
}
