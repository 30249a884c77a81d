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
    /// When the client sent the request's first byte, in nanoseconds since 1970; without a line in front, when the byte
    /// arrived.
    let wall: Int64
    /// When it was over, in whatever way; behind a line, when that had nothing left to carry.
    let ended: Instant
    /// nil if the client did not come through a line.
    let front: FrontPassage?

    init(
        exchange: ProxyExchange,
        client: SocketAddress,
        wall: Int64,
        ended: Instant,
        front: FrontPassage? = nil
    ) {
        self.exchange = exchange
        self.client = client
        self.wall = wall
        self.ended = ended
        self.front = front
    }

    var phases: ExchangePhases { ExchangePhases(exchange, front: onLine) }

    /// The same without bodies.
    var withoutContent: LoggedExchange {
        var exchange = exchange
        exchange.dropContent()
        return LoggedExchange(exchange: exchange, client: client, wall: wall, ended: ended, front: front)
    }

    /// When the client sent the request's first byte.
    var begin: Instant { exchange.client.requestFirstByte - (front?.up ?? 0) }

    /// When the client had the response's last byte, or the exchange was over without that.
    var end: Instant {
        guard !isTunnel, isWhole else { return ended }
        return front?.received ?? exchange.client.responseLastByte ?? ended
    }

    /// What the client saw: from the request's first byte to the response's last. If the client never got that the
    /// exchange lasts until it left, and a tunnel until either end closes it.
    var duration: Nanoseconds { end - begin }

    /// The client got all of the response.
    var isWhole: Bool {
        if isTunnel { return true }
        guard exchange.client.responseLastByte != nil else { return false }
        return front.map { $0.received != nil } ?? true
    }

    private var isTunnel: Bool { exchange.kind == .tunnel && exchange.server?.failure == nil }

    /// Time on the line in front: the request's way, and what was left of the response's when the proxy had sent it.
    private var onLine: Nanoseconds? {
        guard let front else { return nil }
        let rest = front.received.flatMap { end in exchange.client.responseLastByte.map { end - $0 } }
        return front.up + max(0, rest ?? 0)
    }
}
