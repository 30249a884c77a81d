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
        let samples = progress.map { JSONValue.array([$0.at.json, $0.bytes.json]) }
        return .object(exchange.members + [.init(key: "progress", value: .array(samples))])
    }

    package init?(json: JSONValue) {
        guard let exchange = ExchangeWitness(json: json) else { return nil }
        let progress = (json["progress"]?.elements ?? []).compactMap { sample -> ExchangeRecord.Progress? in
            guard let at = sample.elements.first?.instant, let bytes = sample.elements.last?.int else {
                return nil
            }
            return ExchangeRecord.Progress(at: at, bytes: bytes)
        }
        self.init(exchange: exchange, progress: progress)
    }
}
