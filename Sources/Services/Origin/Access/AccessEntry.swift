import HTTP
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
