package import Inspection

extension CaptureSighting {
    package init(_ exchange: CaptureExchange) {
        self.init(
            stream: exchange.stream,
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
