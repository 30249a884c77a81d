package import JSON
import Logs
import Wire

extension ClientWitness {
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

extension CaptureWitness {
    package init?(json: JSONValue) {
        guard let exchange = ExchangeWitness(json: json), let stream = json["stream"]?.int,
            let first = json["firstPacket"]?.int, let last = json["lastPacket"]?.int
        else { return nil }
        self.init(exchange: exchange, stream: stream, firstPacket: first, lastPacket: last)
    }
}
