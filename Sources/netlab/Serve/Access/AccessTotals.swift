import Figures
import Serving
import Wire

/// All requests of a server together.
struct AccessTotals: Hashable, Sendable {
    var requests = 0
    /// Of bodies.
    var bytes = 0
    /// Responses that never got to their end.
    var cutShort = 0
    /// Answered with 4xx or 5xx.
    var refused = 0

    /// `end` is when the client had all of the response, for all that is known.
    mutating func add(_ exchange: ServedExchange, end: Instant?) {
        requests += 1
        bytes += exchange.bodyBytes
        if end == nil { cutShort += 1 }
        if exchange.status >= 400 { refused += 1 }
    }

    /// In one line, after a server's life.
    func text(after life: Nanoseconds) -> String {
        let noun = requests == 1 ? "request" : "requests"
        let details = [
            refused > 0 ? "\(ByteFormat.grouped(refused)) refused" : nil,
            cutShort > 0 ? "\(ByteFormat.grouped(cutShort)) cut short" : nil,
        ].compactMap { $0 }
        let bracket = details.isEmpty ? "" : " (\(details.joined(separator: ", ")))"
        return "answered \(ByteFormat.grouped(requests)) \(noun)\(bracket) with \(ByteFormat.text(bytes))"
            + " in \(DurationFormat.text(life))"
    }
}
