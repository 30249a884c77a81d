package import HTTP

/// One HTTP request and its final response, measured from packets alone.
///
/// Stamps are nanoseconds since 1970, taken where the capture was. A byte that was seen more than once counts from
/// its first sighting.
package struct CaptureExchange: Hashable, Sendable {
    package var stream: Int
    /// Its place on the connection, from 0.
    package var order: Int
    /// The number of its stream with HTTP/2; nil with HTTP/1.
    package var httpStream: Int?
    package var client: Endpoint
    package var server: Endpoint
    /// What was learnt of the server's address, only where the request itself does not name its host.
    package var serverName: String?

    /// nil where the capture holds the response without its request, as the next ones are.
    package var method: String?
    package var target: String?
    package var url: String?
    /// When the packet with the request's first byte was seen.
    package var requestSent: Int64?
    /// Head and body as transferred.
    package var requestBytes = 0
    /// The head as transferred.
    package var requestHeaderBytes = 0
    /// The body's content, chunk framing removed.
    package var requestBodyBytes = 0
    /// True where the server sent what nobody had asked for: HTTP/2's push.
    package var isPushed = false

    /// nil where no final response was seen, as the next ones are.
    package var status: Int?
    package var version: String?
    /// When the packet with the first byte of the final response's status line was seen.
    package var firstByte: Int64?
    /// When the last byte seen had arrived with everything before it.
    package var lastByte: Int64?
    package var mediaType: String?
    package var contentCoding: String?
    /// The final response's head as transferred.
    package var headerBytes = 0
    /// With HTTP/2, the head's fields unpacked; nil where they came as they are.
    package var unpackedHeaderBytes: Int?
    /// The body as transferred, chunk framing and trailers included.
    package var bodyBytes = 0
    /// The body's content as transferred, chunk framing removed.
    package var contentBytes = 0
    /// The body's content, unpacked where `isDecoded`.
    package var decodedBytes = 0
    /// True where the content came packed and could be unpacked to its end.
    package var isDecoded = false
    /// True where the response arrived to its end and no part of it is missing from the capture.
    package var isComplete = false
    /// True where either side gave the exchange up, as HTTP/2 allows.
    package var isReset: Bool { reset != nil }
    package var reset: CaptureReset?
    /// The client has sent all of its request; HTTP/2 only.
    var isRequestEnded = false
    /// Part of the response is not in the capture; HTTP/2 only.
    var isMissing = false

    /// As they came, only where the inspector was told to keep them; with HTTP/2 its own (`:status`) among them.
    package var requestFields: HTTPFields?
    package var responseFields: HTTPFields?

    package var isWebSocket = false
    /// Of a WebSocket that the exchange opened.
    package var frames: WebSocketFrames?
    /// When the last of them had arrived.
    package var lastFrame: Int64?

    /// TCP payload of the response that was seen again.
    package var retransmittedBytes = 0
    /// IP bytes to the client: the handshake's count to the first exchange, those between two to the one before.
    package var wireDownBytes = 0
    package var wireUpBytes = 0
    /// Number in the file of the packet with the first byte, the request's where it was seen.
    package var firstPacket: Int?
    /// Number in the file of the packet with which the last byte seen had arrived.
    package var lastPacket: Int?
    /// Only of the first exchange on a connection whose opening was seen.
    package var handshake: Handshake?

    package init(stream: Int, order: Int, client: Endpoint, server: Endpoint) {
        self.stream = stream
        self.order = order
        self.client = client
        self.server = server
    }

    /// From the request's first byte to the response's last, nanoseconds.
    package var duration: Int64? {
        guard let requestSent, let lastByte else { return nil }
        return lastByte - requestSent
    }
}
