import Logs

/// Where an exchange was: by this the logs and the capture name the same one, until a port is used again.
struct ExchangePlace: Hashable {
    private enum Turn: Hashable {
        case order(Int)
        /// Requests that share a connection may be answered, and even arrive, in another order than they were sent in.
        case stream(Int)
    }

    private let port: UInt16
    private let turn: Turn

    init(_ exchange: ExchangeRecord) {
        self.init(port: exchange.localPort, order: exchange.order, stream: exchange.stream)
    }

    init(_ sighting: CaptureSighting) {
        self.init(port: sighting.clientPort, order: sighting.order, stream: sighting.httpStream)
    }

    init(_ entry: OriginLogEntry) {
        self.init(port: entry.clientPort, order: entry.order, stream: entry.stream)
    }

    private init(port: UInt16, order: Int, stream: Int?) {
        self.port = port
        turn = stream.map(Turn.stream) ?? .order(order)
    }
}
