package import Wire

/// A proxy's exchange with the origin, as the proxy saw it.
package struct UpstreamExchange: Hashable, Sendable {
    /// The proxy's TCP port. It joins this record to the logs of line and origin, and to the captures: with
    /// `stream` under HTTP/2, else with `order`.
    package var localPort: UInt16
    /// Position of the request on its connection, from 0.
    package var order: Int
    /// HTTP/2 stream number; nil with HTTP/1.
    package var stream: Int?
    /// True if the connection had served another request before. It was then not opened for this one, and the
    /// times of its opening are nil.
    package var isKeptAlive: Bool
    /// nil if the connection was not encrypted.
    package var encryption: EncryptionRecord?
    /// nil if no response came; so the status.
    package var httpVersion: String?
    package var status: Int?
    /// Size of the heads as transferred; with HTTP/2 before their compression.
    package var requestBytes = 0
    package var headerBytes = 0
    /// Body bytes without framing.
    package var bodyBytes = 0
    /// nil if the address was known.
    package var lookupStart: Instant?
    package var lookupEnd: Instant?
    package var connectStart: Instant?
    package var connectEnd: Instant?
    /// nil without encryption.
    package var handshakeStart: Instant?
    package var handshakeEnd: Instant?
    package var requestFirstByte: Instant?
    package var requestLastByte: Instant?
    package var responseFirstByte: Instant?
    package var responseLastByte: Instant?

    package init(
        localPort: UInt16,
        order: Int,
        stream: Int? = nil,
        isKeptAlive: Bool,
        encryption: EncryptionRecord? = nil
    ) {
        self.localPort = localPort
        self.order = order
        self.stream = stream
        self.isKeptAlive = isKeptAlive
        self.encryption = encryption
    }

    /// When the proxy turned to the origin: looked its name up, asked for a connection, or sent the request.
    package var begun: Instant? { lookupStart ?? connectStart ?? requestFirstByte }

    /// When the connection was ready for the request; nil if it was kept alive, or never ready.
    package var ready: Instant? { handshakeStart == nil ? connectEnd : handshakeEnd }

    /// Where the time went. An unfinished phase counts as 0.
    package var phases: TransferPhases {
        func span(_ from: Instant?, _ to: Instant?) -> Nanoseconds {
            guard let from, let to else { return 0 }
            return max(0, to - from)
        }
        return TransferPhases(
            dns: span(lookupStart, lookupEnd),
            connect: span(connectStart, connectEnd),
            tls: span(handshakeStart, handshakeEnd),
            request: span(requestFirstByte, requestLastByte),
            wait: span(requestLastByte, responseFirstByte),
            receive: span(responseFirstByte, responseLastByte)
        )
    }

    /// The exchange as a client without a proxy would note it; nil if it did not finish.
    package var record: ExchangeRecord? {
        guard let requestFirstByte, let responseFirstByte, let responseLastByte, let status else {
            return nil
        }
        return ExchangeRecord(
            localPort: localPort,
            order: order,
            stream: stream,
            encryption: encryption,
            isNewConnection: !isKeptAlive,
            status: status,
            httpVersion: httpVersion ?? "",
            requestBytes: requestBytes,
            headerBytes: headerBytes,
            bodyBytes: bodyBytes,
            connectStart: connectStart,
            connectEnd: ready,
            requestFirstByte: requestFirstByte,
            responseFirstByte: responseFirstByte,
            responseLastByte: responseLastByte
        )
    }
}
