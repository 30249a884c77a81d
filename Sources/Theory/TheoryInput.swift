package import Wire

/// What theory needs to know of one exchange.
package struct TheoryInput: Hashable, Sendable {
    /// When the client requested it. It begins then unless it waits for a connection slot.
    package var start: Instant
    /// Exchanges with the same number share a connection.
    package var connection: Int
    /// Name lookup before the connection opens; 0 if the name was known. A step waits for it, but the
    /// exchange begins after it.
    package var lookup: Nanoseconds
    /// True if this exchange opens the connection.
    package var newConnection: Bool
    /// The request message without TCP/IP headers.
    package var requestBytes: Int
    package var headerBytes: Int
    /// Body bytes as transferred.
    package var bodyBytes: Int
    /// From the request's last byte at the origin to the response's first.
    package var serverDelay: Nanoseconds
    /// The sender's window when the response begins, in segments.
    package var initialWindowSegments: Int
    /// How long after the request the up-link stays busy with the previous exchange's acknowledgements.
    package var upBusy: Nanoseconds
    /// True if the client's TCP saw requests follow responses without a pause. It then delays the
    /// acknowledgement of a response's odd last segment until the next request.
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

    /// Bytes that TCP carries down.
    var responseBytes: Int { headerBytes + bodyBytes }
}
