package import Wire

/// One exchange on the wire, as the client saw it.
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

    /// The client's TCP port. It joins this record to the other logs: with `stream` under HTTP/2, else with
    /// `order`.
    package var localPort: UInt16
    /// Position of the exchange's request on its connection, from 0.
    package var order: Int
    /// HTTP/2 stream number; nil with HTTP/1.
    package var stream: Int?
    /// nil if the connection was not encrypted.
    package var encryption: EncryptionRecord?
    /// True if the connection was opened for this exchange.
    package var isNewConnection: Bool
    /// The status that was received.
    package var status: Int
    package var httpVersion: String
    /// With HTTP/2, both heads count as HTTP/1 would write them: the client does not learn their compressed
    /// size.
    package var requestBytes: Int
    package var headerBytes: Int
    /// Body bytes as transferred.
    package var bodyBytes: Int
    /// Start of the TCP handshake, after name resolution; nil on a reused connection.
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
