package import Wire

/// What the client itself saw of one exchange on the wire.
package struct ExchangeRecord: Hashable, Sendable {
    package struct Progress: Hashable, Sendable {
        package var at: Instant
        /// Body bytes received so far.
        package var bytes: Int

        package init(at: Instant, bytes: Int) {
            self.at = at
            self.bytes = bytes
        }
    }

    /// The client's TCP port: with `stream`, or with `order` where there is none, it joins this record to the other logs.
    package var localPort: UInt16
    /// The exchange's place on its connection, from 0: that of its request.
    package var order: Int
    /// The exchange's stream on its connection with HTTP/2; nil with HTTP/1, which has none.
    package var stream: Int?
    /// nil where the connection was not encrypted.
    package var encryption: EncryptionRecord?
    /// True where the connection was opened for this exchange.
    package var isNewConnection: Bool
    /// What came on the wire.
    package var status: Int
    package var httpVersion: String
    /// With HTTP/2 both heads as they would be written in HTTP/1: what their compression left the client is not told.
    package var requestBytes: Int
    package var headerBytes: Int
    /// The body as transferred.
    package var bodyBytes: Int
    /// When the connection was being made, the name being known: nil on a connection that was there already.
    package var connectStart: Instant?
    package var connectEnd: Instant?
    package var requestFirstByte: Instant
    package var responseFirstByte: Instant
    package var responseLastByte: Instant
    package var progress: [Progress]

    package init(
        localPort: UInt16,
        order: Int,
        stream: Int? = nil,
        encryption: EncryptionRecord? = nil,
        isNewConnection: Bool,
        status: Int,
        httpVersion: String,
        requestBytes: Int,
        headerBytes: Int,
        bodyBytes: Int,
        connectStart: Instant? = nil,
        connectEnd: Instant? = nil,
        requestFirstByte: Instant,
        responseFirstByte: Instant,
        responseLastByte: Instant,
        progress: [Progress] = []
    ) {
        self.localPort = localPort
        self.order = order
        self.stream = stream
        self.encryption = encryption
        self.isNewConnection = isNewConnection
        self.status = status
        self.httpVersion = httpVersion
        self.requestBytes = requestBytes
        self.headerBytes = headerBytes
        self.bodyBytes = bodyBytes
        self.connectStart = connectStart
        self.connectEnd = connectEnd
        self.requestFirstByte = requestFirstByte
        self.responseFirstByte = responseFirstByte
        self.responseLastByte = responseLastByte
        self.progress = progress
    }
}
