package import JSON
package import Wire

/// One address that led a transfer on to another, as the client saw it.
package struct RedirectHop: Hashable, Sendable {
    package var url: String
    /// 301, 302, 303, 307 or 308.
    package var status: Int
    /// Where it led, absolute.
    package var location: String
    /// The request's first byte was sent; nil, as the other times, where the client did not see them: the exchange was
    /// another caller's, or not the client's own.
    package var request: Instant?
    /// The response's first byte came.
    package var firstByte: Instant?
    /// The response's last byte came.
    package var lastByte: Instant?
    /// The client's TCP port, by which the logs and the captures know the connection.
    package var clientPort: UInt16?

    package init(
        url: String,
        status: Int,
        location: String,
        request: Instant? = nil,
        firstByte: Instant? = nil,
        lastByte: Instant? = nil,
        clientPort: UInt16? = nil
    ) {
        self.url = url
        self.status = status
        self.location = location
        self.request = request
        self.firstByte = firstByte
        self.lastByte = lastByte
        self.clientPort = clientPort
    }

    /// From the request's first byte to the response's last.
    package var duration: Nanoseconds? {
        guard let request, let lastByte else { return nil }
        return lastByte - request
    }
}

extension RedirectHop: JSONRepresentable {
    /// Every key is there; what is not known is null.
    package var json: JSONValue {
        [
            "url": url.json, "status": status.json, "location": location.json, "requestNs": request.json,
            "firstByteNs": firstByte.json, "lastByteNs": lastByte.json, "durationNs": duration.json,
            "clientPort": clientPort.json,
        ]
    }
}
