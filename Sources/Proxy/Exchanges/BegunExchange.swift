package import LinuxIO
package import Wire

/// An exchange that has begun and not ended, as far as it has come.
package struct BegunExchange: Hashable, Sendable {
    package enum Phase: String, Sendable {
        /// No byte of the request has been sent: the connection is being made, or a rule or the cache is asked.
        case connecting
        case sending, waiting, receiving
        /// At a breakpoint.
        case held
    }

    /// The exchange's.
    package var number: Int
    package var kind: ProxyExchange.Kind
    package var method: String
    package var url: String
    /// As the proxy sees it.
    package var client: SocketAddress
    package var phase: Phase
    /// The server's; nil before its head has come.
    package var status: Int?
    /// Of the bodies, so far.
    package var requestBytes: Int
    package var responseBytes: Int
    /// Of a WebSocket or a stream of events, so far.
    package var messages: MessageTraffic?
    /// Since the request's head came.
    package var duration: Nanoseconds

    package init(
        number: Int,
        kind: ProxyExchange.Kind,
        method: String,
        url: String,
        client: SocketAddress,
        phase: Phase,
        status: Int?,
        requestBytes: Int,
        responseBytes: Int,
        messages: MessageTraffic? = nil,
        duration: Nanoseconds
    ) {
        self.number = number
        self.kind = kind
        self.method = method
        self.url = url
        self.client = client
        self.phase = phase
        self.status = status
        self.requestBytes = requestBytes
        self.responseBytes = responseBytes
        self.messages = messages
        self.duration = duration
    }
}
