package import JSON

/// The exchange according to the client host's capture only.
package struct CaptureWitness: Hashable, Sendable, JSONReadable {
    package var exchange: ExchangeWitness
    /// Number of the TCP connection in the capture, from 0, as packet analysers count them; nil over QUIC.
    package var stream: Int?
    /// Packet numbers in the file, from 1: the request's first and the response's last.
    package var firstPacket: Int
    package var lastPacket: Int

    package init(exchange: ExchangeWitness, stream: Int?, firstPacket: Int, lastPacket: Int) {
        self.exchange = exchange
        self.stream = stream
        self.firstPacket = firstPacket
        self.lastPacket = lastPacket
    }

    private static let figures: [ResultFigure<CaptureWitness>] = [
        .member("stream", \.stream),
        .member("firstPacket", \.firstPacket),
        .member("lastPacket", \.lastPacket),
    ]

    package var json: JSONValue { .object(exchange.members + Self.figures.members(of: self)) }

    package init?(json: JSONValue) {
        guard let exchange = ExchangeWitness(json: json) else { return nil }
        self.init(exchange: exchange, stream: nil, firstPacket: 0, lastPacket: 0)
        guard Self.figures.read(json, into: &self) else { return nil }
    }
}
