package import JSON
package import Wire

/// What the origin did for one request, and when.
package struct OriginLogEntry: Hashable, Sendable {
    /// The client's TCP port. It joins this log to the others: with `stream` under HTTP/2, else with `order`.
    package var clientPort: UInt16
    /// Position of the request on its connection, from 0. With HTTP/2, in the order in which the heads
    /// arrived.
    package var order: Int
    /// HTTP/2 stream number; nil with HTTP/1.
    package var stream: Int?
    /// For example `HTTP/2`; nil if the bytes were not a request.
    package var httpVersion: String?
    package var method: String
    package var target: String
    package var status: Int
    package var ifNoneMatch: String?
    package var headerBytes: Int
    package var bodyBytes: Int
    /// When the connection was accepted.
    package var accepted: Instant
    package var requestFirstByte: Instant
    package var requestLastByte: Instant
    /// When the response could begin, its own delay over; under HTTP/2 other streams may go first. nil with HTTP/1.
    package var responseReady: Instant?
    /// When the first and the last byte were handed to the kernel; nil if that never happened.
    package var responseFirstByte: Instant?
    package var responseLastByte: Instant?
    /// Where the response's bytes lie in the connection's stream, TLS included, in order; empty if that is unknown, as
    /// with HTTP/1.
    package var places: [Range<Int64>] = []
    /// The client can read the last of these bytes once it has the stream up to here: with TLS, the end of a record.
    package var readableAt: Int64?
    /// When the client's windows kept the response from being sent, in order: HTTP/2's flow control.
    package var holds: [OriginHold] = []

    package init(
        clientPort: UInt16,
        order: Int,
        stream: Int? = nil,
        httpVersion: String? = nil,
        method: String,
        target: String,
        status: Int,
        ifNoneMatch: String? = nil,
        headerBytes: Int,
        bodyBytes: Int,
        accepted: Instant,
        requestFirstByte: Instant,
        requestLastByte: Instant,
        responseFirstByte: Instant? = nil,
        responseLastByte: Instant? = nil
    ) {
        self.clientPort = clientPort
        self.order = order
        self.stream = stream
        self.httpVersion = httpVersion
        self.method = method
        self.target = target
        self.status = status
        self.ifNoneMatch = ifNoneMatch
        self.headerBytes = headerBytes
        self.bodyBytes = bodyBytes
        self.accepted = accepted
        self.requestFirstByte = requestFirstByte
        self.requestLastByte = requestLastByte
        self.responseFirstByte = responseFirstByte
        self.responseLastByte = responseLastByte
    }
}

// MARK: JSON

extension OriginLogEntry: JSONLine {
    package static let schema = "netlab.origin/1"

    /// Times are nanoseconds from the run's start.
    package func write(to writer: inout JSONWriter) {
        writer.raw("{")
        writeMembers(to: &writer)
        writer.member("responseReadyNs", responseReady)
        writer.member("places", places)
        writer.member("readableAt", readableAt)
        writer.raw(",\"flowControl\":[")
        for (place, hold) in holds.enumerated() {
            if place > 0 { writer.raw(",") }
            hold.write(to: &writer)
        }
        writer.raw("]")
        writer.raw("}")
    }

    /// Writes the members without the braces, for logs that add more about a request.
    package func writeMembers(to writer: inout JSONWriter) {
        writer.member("clientPort", clientPort)
        writer.member("order", order)
        writer.member("stream", stream)
        writer.member("httpVersion", httpVersion)
        writer.member("method", method)
        writer.member("target", target)
        writer.member("status", status)
        writer.member("ifNoneMatch", ifNoneMatch)
        writer.member("headerBytes", headerBytes)
        writer.member("bodyBytes", bodyBytes)
        writer.member("acceptedNs", accepted)
        writer.member("requestFirstByteNs", requestFirstByte)
        writer.member("requestLastByteNs", requestLastByte)
        writer.member("responseFirstByteNs", responseFirstByte)
        writer.member("responseLastByteNs", responseLastByte)
    }
}

// MARK: Reading

extension OriginLogEntry: JSONLineReadable {
    package init?(json: JSONValue) {
        guard let port = json["clientPort"]?.int64.flatMap(UInt16.init(exactly:)),
            let order = json["order"]?.int, let first = json["requestFirstByteNs"]?.instant,
            let last = json["requestLastByteNs"]?.instant
        else { return nil }
        self.init(
            clientPort: port,
            order: order,
            stream: json["stream"]?.int,
            httpVersion: json["httpVersion"]?.text,
            method: json["method"]?.text ?? "",
            target: json["target"]?.text ?? "",
            status: json["status"]?.int ?? 0,
            ifNoneMatch: json["ifNoneMatch"]?.text,
            headerBytes: json["headerBytes"]?.int ?? 0,
            bodyBytes: json["bodyBytes"]?.int ?? 0,
            accepted: json["acceptedNs"]?.instant ?? first,
            requestFirstByte: first,
            requestLastByte: last,
            responseFirstByte: json["responseFirstByteNs"]?.instant,
            responseLastByte: json["responseLastByteNs"]?.instant
        )
        responseReady = json["responseReadyNs"]?.instant
        places = (json["places"]?.elements ?? []).compactMap(Self.place)
        readableAt = json["readableAt"]?.int64
        holds = (json["flowControl"]?.elements ?? []).compactMap(OriginHold.init(json:))
    }

    private static func place(_ json: JSONValue) -> Range<Int64>? {
        let ends = json.elements.compactMap(\.int64)
        guard ends.count == 2, ends[0] >= 0, ends[1] > ends[0] else { return nil }
        return ends[0]..<ends[1]
    }
}
