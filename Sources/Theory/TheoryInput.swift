package import Wire

/// What theory needs to know about one exchange.
package struct TheoryInput: Hashable, Sendable {
    /// When the client wanted it: it begins then, unless it has to wait for a connection slot.
    package var start: Instant
    /// Exchanges of the same number used the same connection.
    package var connection: Int
    /// Looking the host's name up before the connection is opened, 0 where it was known. A step waits for it; the exchange
    /// begins after it.
    package var lookup: Nanoseconds
    /// True where the connection is opened for this exchange.
    package var newConnection: Bool
    /// The request's message; TCP/IP headers come on top.
    package var requestBytes: Int
    package var headerBytes: Int
    /// The body as transferred.
    package var bodyBytes: Int
    /// From the request's last byte at the origin to the response's first.
    package var serverDelay: Nanoseconds
    /// What the sender may have in flight when the response begins, in segments.
    package var initialWindowSegments: Int
    /// How long after the request the up-link is still busy with acknowledgements of the exchange before it.
    package var upBusy: Nanoseconds
    /// True where the client's TCP has seen requests follow responses without a pause: it then leaves the
    /// acknowledgement of a response's odd last segment to the next request.
    package var isInteractive: Bool

    package init(
        start: Instant = .zero,
        connection: Int = 1,
        newConnection: Bool,
        requestBytes: Int,
        headerBytes: Int,
        bodyBytes: Int,
        serverDelay: Nanoseconds = 0,
        initialWindowSegments: Int = SegmentSizes.initialWindow,
        upBusy: Nanoseconds = 0,
        isInteractive: Bool = false,
        lookup: Nanoseconds = 0
    ) {
        self.start = start
        self.connection = connection
        self.newConnection = newConnection
        self.requestBytes = requestBytes
        self.headerBytes = headerBytes
        self.bodyBytes = bodyBytes
        self.serverDelay = serverDelay
        self.initialWindowSegments = initialWindowSegments
        self.upBusy = upBusy
        self.isInteractive = isInteractive
        self.lookup = lookup
    }

    /// What TCP carries down for it.
    var responseBytes: Int { headerBytes + bodyBytes }
}
