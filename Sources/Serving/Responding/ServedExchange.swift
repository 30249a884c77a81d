package import HTTP
package import LinuxIO
package import Wire

/// One request and its outcome, with the server's instants.
package struct ServedExchange: Hashable, Sendable {
    package var client: SocketAddress
    /// The request's place on its connection, from 0; with HTTP/2 in the order in which the heads arrived.
    package var order: Int
    /// The request's HTTP/2 stream; nil with HTTP/1.
    package var stream: Int?
    /// The client asked by SOCKS; nil with HTTP.
    package var socks: SOCKSVersion?
    /// nil if the bytes were no request.
    package var request: HTTPRequestHead?
    package var status: Int
    /// Bytes of the response handed to the kernel in the end; all of them if `responseLastByte` is known.
    package var headerBytes: Int
    package var bodyBytes: Int
    package var accepted: Instant
    package var requestFirstByte: Instant
    package var requestLastByte: Instant
    /// When the response could begin, its own delay over; with HTTP/2 other streams may go first. nil with HTTP/1.
    package var responseReady: Instant?
    /// Just before the kernel was given the first byte; nil if it never was.
    package var responseFirstByte: Instant?
    /// Just after the kernel took the last byte; nil if it never did.
    package var responseLastByte: Instant?
    /// Bytes of the connection that the kernel had taken by then, including this response, TLS and other
    /// streams.
    package var connectionBytes: Int
    /// Where the response's bytes lie among those; empty with HTTP/1, whose responses follow each other.
    package var places = ServedPlaces()
    /// When the client's windows kept the response from being sent, in order; empty with HTTP/1.
    package var holds: [ServedHold] = []

    package init(
        client: SocketAddress,
        order: Int,
        stream: Int? = nil,
        socks: SOCKSVersion? = nil,
        request: HTTPRequestHead?,
        status: Int,
        headerBytes: Int = 0,
        bodyBytes: Int = 0,
        accepted: Instant,
        requestFirstByte: Instant,
        requestLastByte: Instant,
        responseFirstByte: Instant? = nil,
        responseLastByte: Instant? = nil,
        connectionBytes: Int = 0
    ) {
        self.client = client
        self.order = order
        self.stream = stream
        self.socks = socks
        self.request = request
        self.status = status
        self.headerBytes = headerBytes
        self.bodyBytes = bodyBytes
        self.accepted = accepted
        self.requestFirstByte = requestFirstByte
        self.requestLastByte = requestLastByte
        self.responseFirstByte = responseFirstByte
        self.responseLastByte = responseLastByte
        self.connectionBytes = connectionBytes
    }

    /// Whether 1xx heads may precede the response: clients of HTTP/1.0 do not know them.
    var knowsInterimHeads: Bool { request.map { $0.version >= .http11 } ?? false }
}
