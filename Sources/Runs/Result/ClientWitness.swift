package import JSON
package import Logs

/// The exchange according to the client's own log only.
package struct ClientWitness: Hashable, Sendable, JSONReadable {
    package var exchange: ExchangeWitness
    package var progress: [ExchangeRecord.Progress]

    package init(exchange: ExchangeWitness, progress: [ExchangeRecord.Progress] = []) {
        self.exchange = exchange
        self.progress = progress
    }

    package var json: JSONValue {
        .object(exchange.members + [.init(key: "progress", value: progress.json)])
    }

    package init?(json: JSONValue) {
        guard let exchange = ExchangeWitness(json: json) else { return nil }
        self.init(exchange: exchange, progress: Array(json: json["progress"] ?? .null))
    }
}
