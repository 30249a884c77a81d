package import JSON
package import Wire

/// What the proxy of a run did for one request of the client, and when.
package struct ProxyLogEntry: Hashable, Sendable {
    /// The client's TCP port of its connection with the proxy. It joins this log to the client's: with
    /// `clientStream` under HTTP/2, and by time.
    package var clientPort: UInt16
    /// HTTP/2 stream number of that connection; nil with HTTP/1.
    package var clientStream: Int?
    package var method: String
    package var url: String
    /// The status that the client got; 0 if it got none.
    package var status: Int
    /// When the request's first byte had arrived from the client.
    package var arrived: Instant
    /// When the response's first and last byte were handed to the kernel for the client; nil if that never
    /// happened.
    package var answered: Instant?
    package var passedOn: Instant?
    /// What kept the origin from answering, as a sentence without a full stop; nil if nothing did.
    package var failure: String?
    /// The proxy's own exchange with the origin; nil if it had none.
    package var upstream: UpstreamExchange?

    package init(
        clientPort: UInt16,
        clientStream: Int? = nil,
        method: String,
        url: String,
        status: Int,
        arrived: Instant,
        answered: Instant? = nil,
        passedOn: Instant? = nil,
        failure: String? = nil,
        upstream: UpstreamExchange? = nil
    ) {
        self.clientPort = clientPort
        self.clientStream = clientStream
        self.method = method
        self.url = url
        self.status = status
        self.arrived = arrived
        self.answered = answered
        self.passedOn = passedOn
        self.failure = failure
        self.upstream = upstream
    }
}

// MARK: JSON

extension ProxyLogEntry: JSONLine {
    package static let schema = "netlab.proxy-log/1"

    /// Times are nanoseconds from the run's start. Members of the origin's side are null if it was not asked.
    package func write(to writer: inout JSONWriter) {
        writer.raw("{")
        writer.member("clientPort", clientPort)
        writer.member("clientStream", clientStream)
        writer.member("method", method)
        writer.member("url", url)
        writer.member("status", status)
        writer.member("arrivedNs", arrived)
        writer.member("answeredNs", answered)
        writer.member("passedOnNs", passedOn)
        writer.member("failure", failure)
        writer.member("originPort", upstream?.localPort)
        writer.member("originOrder", upstream?.order)
        writer.member("originStream", upstream?.stream)
        writer.member("keptAlive", upstream?.isKeptAlive)
        writer.member("tlsVersion", upstream?.encryption?.version)
        writer.member("tlsResumed", upstream?.encryption?.isResumed)
        writer.member("originHTTPVersion", upstream?.httpVersion)
        writer.member("originStatus", upstream?.status)
        writer.member("requestBytes", upstream?.requestBytes)
        writer.member("headerBytes", upstream?.headerBytes)
        writer.member("bodyBytes", upstream?.bodyBytes)
        writer.member("lookupStartNs", upstream?.lookupStart)
        writer.member("lookupEndNs", upstream?.lookupEnd)
        writer.member("connectStartNs", upstream?.connectStart)
        writer.member("connectEndNs", upstream?.connectEnd)
        writer.member("handshakeStartNs", upstream?.handshakeStart)
        writer.member("handshakeEndNs", upstream?.handshakeEnd)
        writer.member("requestFirstByteNs", upstream?.requestFirstByte)
        writer.member("requestLastByteNs", upstream?.requestLastByte)
        writer.member("responseFirstByteNs", upstream?.responseFirstByte)
        writer.member("responseLastByteNs", upstream?.responseLastByte)
        writer.raw("}")
    }
}

// MARK: Reading

extension ProxyLogEntry: JSONLineReadable {
    package init?(json: JSONValue) {
        guard let port = json["clientPort"]?.int64.flatMap(UInt16.init(exactly:)),
            let arrived = json["arrivedNs"]?.instant
        else { return nil }
        self.init(
            clientPort: port,
            clientStream: json["clientStream"]?.int,
            method: json["method"]?.text ?? "",
            url: json["url"]?.text ?? "",
            status: json["status"]?.int ?? 0,
            arrived: arrived,
            answered: json["answeredNs"]?.instant,
            passedOn: json["passedOnNs"]?.instant,
            failure: json["failure"]?.text,
            upstream: UpstreamExchange(line: json)
        )
    }
}

extension UpstreamExchange {
    /// Reads the members of the origin's side; nil if the origin was not asked.
    fileprivate init?(line json: JSONValue) {
        guard let port = json["originPort"]?.int64.flatMap(UInt16.init(exactly:)) else { return nil }
        self.init(
            localPort: port,
            order: json["originOrder"]?.int ?? 0,
            stream: json["originStream"]?.int,
            isKeptAlive: json["keptAlive"]?.flag ?? false,
            encryption: json["tlsVersion"]?.text.map {
                EncryptionRecord(version: $0, isResumed: json["tlsResumed"]?.flag ?? false)
            }
        )
        httpVersion = json["originHTTPVersion"]?.text
        status = json["originStatus"]?.int
        requestBytes = json["requestBytes"]?.int ?? 0
        headerBytes = json["headerBytes"]?.int ?? 0
        bodyBytes = json["bodyBytes"]?.int ?? 0
        lookupStart = json["lookupStartNs"]?.instant
        lookupEnd = json["lookupEndNs"]?.instant
        connectStart = json["connectStartNs"]?.instant
        connectEnd = json["connectEndNs"]?.instant
        handshakeStart = json["handshakeStartNs"]?.instant
        handshakeEnd = json["handshakeEndNs"]?.instant
        requestFirstByte = json["requestFirstByteNs"]?.instant
        requestLastByte = json["requestLastByteNs"]?.instant
        responseFirstByte = json["responseFirstByteNs"]?.instant
        responseLastByte = json["responseLastByteNs"]?.instant
    }
}
