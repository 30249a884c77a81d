import Archives
import Figures
import HTTP
import JSON
import LinuxIO
import Logs
import Serving
import Wire

/// One request in the access log.
struct AccessEntry: Hashable, Sendable {
    /// The client; behind a line, the one that connected to the line.
    var client: SocketAddress
    /// When the request's first byte arrived, in nanoseconds since 1970.
    var wall: Int64
    /// As spelled in a request, such as `HTTP/1.1`; nil if the bytes were not a request.
    var version: String?
    var referer: String?
    var userAgent: String?
    /// Of the request; kept for the page alone, else nil.
    var fields: HTTPFields?
    /// What the server saw; with a line, only its near end.
    var log: OriginLogEntry
    /// When the response's last byte was sent; with a line, when it had reached the client. nil if that never
    /// happened.
    var end: Instant?

    /// Time from the request's first byte to the response's last.
    var duration: Nanoseconds? {
        end.map { $0 - log.requestFirstByte }
    }
}

// MARK: JSON

extension AccessEntry {
    /// Writes one line: date, client, and the origin's log with instants since the server's start.
    func write(to writer: inout JSONWriter) {
        writer.raw("{")
        writer.member("at", TimestampFormat.text(wall))
        writer.member("client", client.host.description)
        writer.member("version", version)
        writer.member("referer", referer)
        writer.member("userAgent", userAgent)
        writer.member("durationNs", duration)
        log.writeMembers(to: &writer)
        writer.raw("}\n")
    }
}

// MARK: Archive

extension AccessEntry {
    /// The exchange as the server saw it, in the form of an archive. The server knows no name lookup and no
    /// connecting, and notes no fields of its responses.
    func archived(isEncrypted: Bool) -> ArchiveEntry {
        let host = fields?["Host"] ?? "localhost"
        let isWhole = log.target.hasPrefix("http://") || log.target.hasPrefix("https://")
        let base = isWhole ? "" : "\(isEncrypted ? "https" : "http")://\(host)"
        var request = ArchiveRequest(method: log.method, url: base + log.target)
        request.version = log.stream == nil ? version ?? "" : "HTTP/2"
        request.fields = fields.map { Array($0) } ?? []
        var response = ArchiveResponse(status: log.status)
        response.version = request.version
        response.headerBytes = log.headerBytes
        response.bodyBytes = log.bodyBytes
        var entry = ArchiveEntry(started: wall, request: request, response: response)
        entry.duration = duration
        entry.timings.send = log.requestLastByte - log.requestFirstByte
        entry.timings.wait = log.responseFirstByte.map { $0 - log.requestLastByte }
        if let first = log.responseFirstByte, let end { entry.timings.receive = end - first }
        entry.connection = client.description
        let cut: String? = end == nil ? "the response was cut short" : nil
        entry.details = ["kind": "served", "client": .string(client.description), "failure": cut.json]
        return entry
    }
}
