package import Wire

/// What the origin did for one request, and when.
package struct OriginLogEntry: Hashable, Sendable {
    /// The client's TCP port: with the stream, or the order where there is none, it joins this log to the others.
    package var clientPort: UInt16
    /// The request's place on its connection, from 0; with HTTP/2 in the order in which the heads came.
    package var order: Int
    /// The request's stream with HTTP/2; nil with HTTP/1, which has none.
    package var stream: Int?
    /// Such as `HTTP/2`; nil where the bytes were no request.
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
    /// When the first and last byte were handed to the kernel; nil where it never came to that.
    package var responseFirstByte: Instant?
    package var responseLastByte: Instant?

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
