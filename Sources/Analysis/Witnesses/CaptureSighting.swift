package import Inspection

/// One exchange as the client host's capture shows it, on the capture's own clock.
package struct CaptureSighting: Hashable, Sendable {
    package var connection: CaptureConnection
    /// The exchange's index on its connection, from 0.
    package var order: Int
    /// Its stream with HTTP/2 and HTTP/3; nil with HTTP/1.
    package var httpStream: Int?
    package var clientPort: UInt16
    /// Nanoseconds since 1970; nil if the capture does not hold it.
    package var request: Int64?
    package var firstByte: Int64?
    package var lastByte: Int64?
    package var bodyBytes: Int
    /// Of request and response head as transferred; nil if unknown.
    package var requestBytes: Int?
    package var headerBytes: Int?
    package var wireDownBytes: Int
    package var wireUpBytes: Int
    package var retransmittedBytes: Int
    package var firstPacket: Int?
    package var lastPacket: Int?
    /// False if the capture lacks a part of the response.
    package var isComplete: Bool

    package init(
        connection: CaptureConnection,
        order: Int,
        httpStream: Int? = nil,
        clientPort: UInt16,
        request: Int64?,
        firstByte: Int64?,
        lastByte: Int64?,
        bodyBytes: Int,
        requestBytes: Int? = nil,
        headerBytes: Int? = nil,
        wireDownBytes: Int,
        wireUpBytes: Int,
        retransmittedBytes: Int = 0,
        firstPacket: Int? = nil,
        lastPacket: Int? = nil,
        isComplete: Bool = true
    ) {
        self.connection = connection
        self.order = order
        self.httpStream = httpStream
        self.clientPort = clientPort
        self.request = request
        self.firstByte = firstByte
        self.lastByte = lastByte
        self.bodyBytes = bodyBytes
        self.requestBytes = requestBytes
        self.headerBytes = headerBytes
        self.wireDownBytes = wireDownBytes
        self.wireUpBytes = wireUpBytes
        self.retransmittedBytes = retransmittedBytes
        self.firstPacket = firstPacket
        self.lastPacket = lastPacket
        self.isComplete = isComplete
    }
}

// MARK: Inspection

extension CaptureSighting {
    package init(_ exchange: CaptureExchange) {
        self.init(
            connection: exchange.connection,
            order: exchange.order,
            httpStream: exchange.httpStream,
            clientPort: exchange.client.port,
            request: exchange.requestSent,
            firstByte: exchange.firstByte,
            lastByte: exchange.lastByte,
            bodyBytes: exchange.bodyBytes,
            requestBytes: exchange.requestBytes,
            headerBytes: exchange.headerBytes,
            wireDownBytes: exchange.wireDownBytes,
            wireUpBytes: exchange.wireUpBytes,
            retransmittedBytes: exchange.retransmittedBytes,
            firstPacket: exchange.firstPacket,
            lastPacket: exchange.lastPacket,
            isComplete: exchange.isComplete
        )
    }
}

extension CaptureInspection {
    /// Every exchange that it holds, for joining with the client's log.
    package var sightings: [CaptureSighting] {
        exchanges.map(CaptureSighting.init)
    }
}
