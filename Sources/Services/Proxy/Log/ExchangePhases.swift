import Proxy
import Wire

/// Where the time of an exchange went, as seen by the proxy; nil for a phase that did not take place.
struct ExchangePhases: Hashable {
    var name: Nanoseconds?
    var connect: Nanoseconds?
    /// From the connection with an upstream proxy to the tunnel that it opens.
    var tunnel: Nanoseconds?
    var handshake: Nanoseconds?
    /// From the request's first byte to its last, towards the server.
    var request: Nanoseconds?
    /// From the request's last byte to the response's first.
    var latency: Nanoseconds?
    /// From the response's first byte to its last, from the server.
    var response: Nanoseconds?
    /// At breakpoints, until the user let it go on.
    var held: Nanoseconds?
    /// On the line in front, before the request reached the proxy and after the response had left it.
    var front: Nanoseconds?

    init(_ exchange: ProxyExchange, front: Nanoseconds?) {
        self.init(exchange.server, held: exchange.held)
        self.front = front
    }

    /// `server` is what is known of the server's side; nil if none was asked.
    init(_ server: UpstreamFacts?, held: Nanoseconds?) {
        self.held = held
        guard let server else { return }
        if !server.isReused, let connection = server.connection {
            if let began = connection.lookupBegan, let ended = connection.lookupEnded { name = ended - began }
            connect = connection.connectEnded.map { $0 - connection.connectBegan }
            if let opened = connection.tunnelOpened { tunnel = connection.connectEnded.map { opened - $0 } }
            if let began = connection.handshakeBegan, let ended = connection.handshakeEnded {
                handshake = ended - began
            }
        }
        if let first = server.sentFirst, let last = server.sentLast { request = last - first }
        if let last = server.sentLast { latency = server.receivedFirst.map { $0 - last } }
        if let first = server.receivedFirst { response = server.receivedLast.map { $0 - first } }
    }

    /// Tells each phase by its key in the log's lines, in their order.
    func each(_ tell: (_ key: String, _ time: Nanoseconds?) -> Void) {
        tell("nameNs", name)
        tell("connectNs", connect)
        tell("tunnelNs", tunnel)
        tell("tlsNs", handshake)
        tell("requestNs", request)
        tell("latencyNs", latency)
        tell("responseNs", response)
        tell("heldNs", held)
        tell("lineNs", front)
    }

    /// The phases that took place, with the words of the log.
    var named: [(name: String, time: Nanoseconds)] {
        [
            ("name", name), ("connect", connect), ("tunnel", tunnel), ("TLS", handshake),
            ("request", request),
            ("wait", latency), ("response", response), ("held", held), ("line", front),
        ].compactMap { word, time in time.flatMap { $0 > 0 ? (word, $0) : nil } }
    }
}
