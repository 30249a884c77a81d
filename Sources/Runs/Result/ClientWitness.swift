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
}
