import Logs

/// The place of an exchange. It identifies the same exchange in logs and capture, until a port is used again.
struct ExchangePlace: Hashable {
    private enum Turn: Hashable {
        case order(Int)
        /// Requests that share a connection may be answered, and even arrive, in a different order than sent.
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
