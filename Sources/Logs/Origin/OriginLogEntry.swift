package import Wire

/// What the origin did for one request, and when.
package struct OriginLogEntry: Hashable, Sendable {
    /// The client's TCP port. It joins this log to the others: with `stream` under HTTP/2, else with `order`.
    package var clientPort: UInt16
    /// Position of the request on its connection, from 0. With HTTP/2, in the order in which the heads
    /// arrived.
    package var order: Int
    /// HTTP/2 stream number; nil with HTTP/1.
    package var stream: Int?
    /// For example `HTTP/2`; nil if the bytes were not a request.
    package var httpVersion: String?
    package var method: String
    package var target: String
    package var status: Int
    package var ifNoneMatch: String?
    package var headerBytes: Int
    package var bodyBytes: Int
    /// When the connection was accepted.
    package var accepted: Instant
    package var requestFirstByte: Instant
    package var requestLastByte: Instant
    /// When the response could begin, its own delay over; under HTTP/2 other streams may go first. nil with HTTP/1.
    package var responseReady: Instant?
    /// When the first and the last byte were handed to the kernel; nil if that never happened.
    package var responseFirstByte: Instant?
    package var responseLastByte: Instant?
    /// Where the response's bytes lie in the connection's stream, TLS included, in order; empty if that is unknown, as
    /// with HTTP/1.
    package var places: [Range<Int64>] = []
    /// The client can read the last of these bytes once it has the stream up to here: with TLS, the end of a record.
    package var readableAt: Int64?
    /// When the client's windows kept the response from being sent, in order: HTTP/2's flow control.
    package var holds: [OriginHold] = []

    package init(
        clientPort: UInt16,
        order: Int,
        stream: Int? = nil,
        httpVersion: String? = nil,
        method: String,
        target: String,
        status: Int,
        ifNoneMatch: String? = nil,
        headerBytes: Int,
        bodyBytes: Int,
        accepted: Instant,
        requestFirstByte: Instant,
        requestLastByte: Instant,
        responseFirstByte: Instant? = nil,
        responseLastByte: Instant? = nil
    ) {
        self.clientPort = clientPort
        self.order = order
        self.stream = stream
        self.httpVersion = httpVersion
        self.method = method
        self.target = target
        self.status = status
        self.ifNoneMatch = ifNoneMatch
        self.headerBytes = headerBytes
        self.bodyBytes = bodyBytes
        self.accepted = accepted
        self.requestFirstByte = requestFirstByte
        self.requestLastByte = requestLastByte
        self.responseFirstByte = responseFirstByte
        self.responseLastByte = responseLastByte
    }
}
