import LinuxIO
import Proxy
import Serving
import Wire

/// An exchange with what the log adds to it.
///
/// It is large, and goes from the proxy's thread to the log, the page and the session: an object, so that none of these
/// copies it.
final class LoggedExchange: Sendable {
    let exchange: ProxyExchange
    /// The client itself, also if it came through the line.
    let client: SocketAddress
    /// When the request's first byte arrived, in nanoseconds since 1970.
    let wall: Int64
    /// When it was over, in whatever way.
    let ended: Instant

    init(exchange: ProxyExchange, client: SocketAddress, wall: Int64, ended: Instant) {
        self.exchange = exchange
        self.client = client
        self.wall = wall
        self.ended = ended
    }

    var phases: ExchangePhases { ExchangePhases(exchange) }

    /// The same without bodies.
    var withoutContent: LoggedExchange {
        var exchange = exchange
        exchange.dropContent()
        return LoggedExchange(exchange: exchange, client: client, wall: wall, ended: ended)
    }

    /// From the request's first byte to the response's last, nil if the client never got that; a tunnel lasts
    /// until either end closes it.
    var duration: Nanoseconds? {
        if exchange.kind == .tunnel, exchange.server?.failure == nil {
            return ended - exchange.client.requestFirstByte
        }
        return exchange.client.responseLastByte.map { $0 - exchange.client.requestFirstByte }
    }
}
