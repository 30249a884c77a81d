package import HTTP

/// One HTTP request and its final response, measured from packets alone.
///
/// Timestamps are nanoseconds since 1970, taken at the capture point. A byte that was seen more than once
/// counts from its first sighting.
package struct CaptureExchange: Hashable, Sendable {
    package var connection: CaptureConnection
    /// Its place on the connection, from 0.
    package var order: Int
    /// The number of its stream with HTTP/2 and HTTP/3; nil with HTTP/1.
    package var httpStream: Int?
    package var client: Endpoint
    package var server: Endpoint
    /// The name learnt for the server's address; set only if the request itself does not name its host.
    package var serverName: String?

    /// nil if the capture holds the response without its request, as for the next ones.
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
    /// True if the server sent it unasked: HTTP/2 push.
    package var isPushed = false

    /// nil if no final response was seen, as for the next ones.
    package var status: Int?
    package var version: String?
    /// When the packet with the first byte of the final response's status line was seen.
    package var firstByte: Int64?
    /// When the first packet of the encrypted record with that byte was seen: nobody can read a record before its end. nil
    /// in the clear, and for HTTP/2.
    package var recordBegan: Int64?
    /// When the last byte seen had arrived together with everything before it.
    package var lastByte: Int64?
    package var mediaType: String?
    package var contentCoding: String?
    /// The final response's head as transferred.
    package var headerBytes = 0
    /// For HTTP/2, the size of the head's fields unpacked; nil if they were not packed.
    package var unpackedHeaderBytes: Int?
    /// The body as transferred, chunk framing and trailers included.
    package var bodyBytes = 0
    /// The body's content as transferred, chunk framing removed.
    package var contentBytes = 0
    /// The body's content, unpacked if `isDecoded`.
    package var decodedBytes = 0
    /// True if the content was packed and could be unpacked to its end.
    package var isDecoded = false
    /// True if the response arrived to its end and the capture holds all of it.
    package var isComplete = false
    /// True if either side cancelled the exchange, as HTTP/2 allows.
    package var isReset: Bool { reset != nil }
    package var reset: CaptureReset?
    /// When HTTP/2's flow control held up the response; nil if it never did.
    package var flowControl: FlowControlHolds?
    /// The client has sent all of its request; HTTP/2 only.
    var isRequestEnded = false
    /// Part of the response is not in the capture; HTTP/2 only.
    var isMissing = false

    /// Fields as received, only if the inspector was asked to keep them; for HTTP/2 including pseudo-headers
    /// (`:status`).
    package var requestFields: HTTPFields?
    package var responseFields: HTTPFields?

    package var isWebSocket = false
    /// Frames of a WebSocket that the exchange opened.
    package var frames: WebSocketFrames?
    /// When the last frame had arrived.
    package var lastFrame: Int64?

    /// TCP payload of the response that was seen again.
    package var retransmittedBytes = 0
    /// IP bytes to the client. The handshake's count for the first exchange, those between two for the one
    /// before.
    package var wireDownBytes = 0
    package var wireUpBytes = 0
    /// Number in the file of the packet with the first byte: the request's, if it was seen.
    package var firstPacket: Int?
    /// Number in the file of the packet with which the last byte seen had arrived.
    package var lastPacket: Int?
    /// Set for the first exchange on a TCP connection whose opening was seen.
    package var handshake: Handshake?
    /// Set for the first exchange on a QUIC connection whose opening was seen.
    package var quicOpening: QUICOpening?

    package init(connection: CaptureConnection, order: Int, client: Endpoint, server: Endpoint) {
        self.connection = connection
        self.order = order
        self.client = client
        self.server = server
    }

    /// `stream` is the number of a TCP connection.
    package init(stream: Int, order: Int, client: Endpoint, server: Endpoint) {
        self.init(connection: .tcp(stream), order: order, client: client, server: server)
    }

    /// The number of its TCP connection; nil over QUIC.
    package var stream: Int? { connection.stream }

    /// Bytes of memory that its texts and fields take beside the value itself.
    var textBytes: Int {
        let texts = [method, target, url, serverName, version, mediaType, contentCoding]
        return texts.reduce(0) { $0 + ($1?.utf8.count ?? 0) }
            + (requestFields?.byteCount ?? 0) + (responseFields?.byteCount ?? 0)
    }

    /// From the request's first byte to the response's last, in nanoseconds.
    package var duration: Int64? {
        guard let requestSent, let lastByte else { return nil }
        return lastByte - requestSent
    }
}
