package import JSON
package import Wire

/// One redirect of a transfer, as the client saw it.
package struct RedirectHop: Hashable, Sendable {
    package var url: String
    /// 301, 302, 303, 307 or 308.
    package var status: Int
    /// The target, as an absolute URL.
    package var location: String
    /// When the request's first byte was sent. This and the other times are nil if the client did not see
    /// them: another caller, or not the client itself, made the exchange.
    package var request: Instant?
    /// When the response's first byte arrived.
    package var firstByte: Instant?
    /// When the response's last byte arrived.
    package var lastByte: Instant?
    /// The client's TCP port, which identifies the connection in logs and captures.
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

    /// Time from the request's first byte to the response's last.
    package var duration: Nanoseconds? {
        guard let request, let lastByte else { return nil }
        return lastByte - request
    }
}

extension RedirectHop: JSONReadable {
    /// Every key is written; unknown values are null.
    package var json: JSONValue {
        [
            "url": url.json, "status": status.json, "location": location.json, "requestNs": request.json,
            "firstByteNs": firstByte.json, "lastByteNs": lastByte.json, "durationNs": duration.json,
            "clientPort": clientPort.json,
        ]
    }
}

// MARK: Reading

extension RedirectHop {
    /// nil if the address, the status or the location is missing.
    package init?(json: JSONValue) {
        guard let url = json["url"]?.text, let status = json["status"]?.int,
            let location = json["location"]?.text
        else { return nil }
        self.init(
            url: url,
            status: status,
            location: location,
            request: json["requestNs"]?.instant,
            firstByte: json["firstByteNs"]?.instant,
            lastByte: json["lastByteNs"]?.instant,
            clientPort: json["clientPort"]?.int64.flatMap(UInt16.init(exactly:))
        )
    }
}
