package import JSON

/// The exchange according to the client host's capture only.
package struct CaptureWitness: Hashable, Sendable, JSONReadable {
    package var exchange: ExchangeWitness
    /// Number of the connection in the capture, from 0, as packet analysers count them.
    package var stream: Int
    /// Packet numbers in the file, from 1: the request's first and the response's last.
    package var firstPacket: Int
    package var lastPacket: Int

    package init(exchange: ExchangeWitness, stream: Int, firstPacket: Int, lastPacket: Int) {
        self.exchange = exchange
        self.stream = stream
        self.firstPacket = firstPacket
        self.lastPacket = lastPacket
    }

    package var json: JSONValue {
        .object(
            exchange.members + [
                .init(key: "stream", value: stream.json),
                .init(key: "firstPacket", value: firstPacket.json),
                .init(key: "lastPacket", value: lastPacket.json),
            ]
        )
    }

    package init?(json: JSONValue) {
        guard let exchange = ExchangeWitness(json: json), let stream = json["stream"]?.int,
            let first = json["firstPacket"]?.int, let last = json["lastPacket"]?.int
        else { return nil }
        self.init(exchange: exchange, stream: stream, firstPacket: first, lastPacket: last)
    }
}
