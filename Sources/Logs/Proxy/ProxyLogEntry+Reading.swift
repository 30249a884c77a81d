package import JSON

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
