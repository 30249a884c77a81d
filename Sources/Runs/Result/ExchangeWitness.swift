import JSON
package import Wire

/// One exchange on the wire as one witness saw it. All witnesses use the same definitions.
package struct ExchangeWitness: Hashable, Sendable {
    /// Body bytes as transferred.
    package var sizeBytes: Int
    /// When the request's first byte was sent.
    package var request: Instant
    /// When the response's first byte, that of the status line, arrived at the client's host.
    package var firstByte: Instant
    /// When the body's last byte (without a body, the header's) arrived.
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

    /// Keys of `members`.
    static let keys = ["sizeBytes", "requestNs", "firstByteNs", "lastByteNs", "durationNs", "speedBps"]

    var members: [JSONValue.Member] {
        let values = [
            sizeBytes.json, request.json, firstByte.json, lastByte.json, duration.json, speedBps.json,
        ]
        return zip(Self.keys, values).map { JSONValue.Member(key: $0, value: $1) }
    }
}
