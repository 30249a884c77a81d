import JSON
package import Wire

/// One exchange on the wire as one witness saw it; every witness measures by the same definition.
package struct ExchangeWitness: Hashable, Sendable {
    /// The body as transferred.
    package var sizeBytes: Int
    /// The request's first byte was sent.
    package var request: Instant
    /// The response's first byte, that of the status line, arrived at the client's host.
    package var firstByte: Instant
    /// The last byte of the body (of the header where there is no body) arrived.
    package var lastByte: Instant

    package init(sizeBytes: Int, request: Instant, firstByte: Instant, lastByte: Instant) {
        self.sizeBytes = sizeBytes
        self.request = request
        self.firstByte = firstByte
        self.lastByte = lastByte
    }

    package var duration: Nanoseconds { lastByte - request }

    package var speedBps: Int64? {
        Speed.bps(bodyBytes: sizeBytes, over: lastByte - firstByte)
    }

    var members: [JSONValue.Member] {
        [
            .init(key: "sizeBytes", value: sizeBytes.json),
            .init(key: "requestNs", value: request.json),
            .init(key: "firstByteNs", value: firstByte.json),
            .init(key: "lastByteNs", value: lastByte.json),
            .init(key: "durationNs", value: duration.json),
            .init(key: "speedBps", value: speedBps.json),
        ]
    }
}
