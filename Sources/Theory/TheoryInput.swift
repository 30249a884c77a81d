package import Wire

/// What theory needs to know about one exchange.
package struct TheoryInput: Hashable, Sendable {
    /// When the client wanted it: it begins then, unless it has to wait for a connection slot.
    package var start: Instant
    /// Exchanges of the same number used the same connection.
    package var connection: Int
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

    package init(
        start: Instant = .zero,
        connection: Int = 1,
        newConnection: Bool,
        requestBytes: Int,
        headerBytes: Int,
        bodyBytes: Int,
        serverDelay: Nanoseconds = 0,
        initialWindowSegments: Int = SegmentSizes.initialWindow
    ) {
        self.start = start
        self.connection = connection
        self.newConnection = newConnection
        self.requestBytes = requestBytes
        self.headerBytes = headerBytes
        self.bodyBytes = bodyBytes
        self.serverDelay = serverDelay
        self.initialWindowSegments = initialWindowSegments
    }

    /// What TCP carries down for it.
    var responseBytes: Int { headerBytes + bodyBytes }
}
