package import Logs

extension RedirectHop {
    /// The exchange that it answered, without a body's size; nil if the client did not see it to its end.
    package var exchange: ExchangeWitness? {
        guard let request, let firstByte, let lastByte else { return nil }
        return ExchangeWitness(sizeBytes: 0, request: request, firstByte: firstByte, lastByte: lastByte)
    }
}
