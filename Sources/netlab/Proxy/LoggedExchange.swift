import LinuxIO
import Proxy
import Serving
import Wire

/// An exchange with what the log adds to it.
struct LoggedExchange: Sendable {
    var exchange: ProxyExchange
    /// The client itself, also if it came through the line.
    var client: SocketAddress
    /// When the request's first byte arrived, in nanoseconds since 1970.
    var wall: Int64

    var phases: ExchangePhases { ExchangePhases(exchange) }

    /// When it was over, in whatever way.
    var ended: Instant

    /// From the request's first byte to the response's last, nil if the client never got that; a tunnel lasts
    /// until either end closes it.
    var duration: Nanoseconds? {
        if exchange.kind == .tunnel, exchange.server?.failure == nil {
            return ended - exchange.client.requestFirstByte
        }
        return exchange.client.responseLastByte.map { $0 - exchange.client.requestFirstByte }
    }
}
