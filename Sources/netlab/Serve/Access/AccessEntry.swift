import LinuxIO
import Runs
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
    var log: OriginLogEntry

    /// From the request's first byte to the response's last; nil where that was never sent.
    var duration: Nanoseconds? {
        log.responseLastByte.map { $0 - log.requestFirstByte }
    }
}
