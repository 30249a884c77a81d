package import Wire

/// What the proxy of a run did for one request of the client, and when.
package struct ProxyLogEntry: Hashable, Sendable {
    /// The client's TCP port of its connection with the proxy. It joins this log to the client's: with
    /// `clientStream` under HTTP/2, and by time.
    package var clientPort: UInt16
    /// HTTP/2 stream number of that connection; nil with HTTP/1.
    package var clientStream: Int?
    package var method: String
    package var url: String
    /// The status that the client got; 0 if it got none.
    package var status: Int
    /// When the request's first byte had arrived from the client.
    package var arrived: Instant
    /// When the response's first and last byte were handed to the kernel for the client; nil if that never
    /// happened.
    package var answered: Instant?
    package var passedOn: Instant?
    /// What kept the origin from answering, as a sentence without a full stop; nil if nothing did.
    package var failure: String?
    /// The proxy's own exchange with the origin; nil if it had none.
    package var upstream: UpstreamExchange?

    package init(
        clientPort: UInt16,
        clientStream: Int? = nil,
        method: String,
        url: String,
        status: Int,
        arrived: Instant,
        answered: Instant? = nil,
        passedOn: Instant? = nil,
        failure: String? = nil,
        upstream: UpstreamExchange? = nil
    ) {
        self.clientPort = clientPort
        self.clientStream = clientStream
        self.method = method
        self.url = url
        self.status = status
        self.arrived = arrived
        self.answered = answered
        self.passedOn = passedOn
        self.failure = failure
        self.upstream = upstream
    }
}
