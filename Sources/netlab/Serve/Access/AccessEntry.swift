import LinuxIO
import Logs
import Serving
import Wire

/// One request in the access log.
struct AccessEntry: Hashable, Sendable {
    /// Who asked; behind a line, who connected to the line.
    var client: SocketAddress
    /// When the request's first byte came: nanoseconds since 1970.
    var wall: Int64
    /// As a request spells it, `HTTP/1.1`; nil where the bytes were no request.
    var version: String?
    var referer: String?
    var userAgent: String?
    /// What the server saw: of a line its near end only.
    var log: OriginLogEntry
    /// When the response's last byte was sent; behind a line, when that had brought it to the client. nil where it never
    /// came to that.
    var end: Instant?

    /// From the request's first byte to the response's last.
    var duration: Nanoseconds? {
        end.map { $0 - log.requestFirstByte }
    }
}
