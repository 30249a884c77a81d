import Figures
import Serving
import Wire

/// Totals over all requests of a server.
struct AccessTotals: Hashable, Sendable {
    var requests = 0
    /// Sum of body bytes.
    var bytes = 0
    /// Responses that did not reach their end.
    var cutShort = 0
    /// Requests answered with 4xx or 5xx.
    var refused = 0

    /// `end` is when the client had the whole response, as far as known.
    mutating func add(_ exchange: ServedExchange, end: Instant?) {
        requests += 1
        bytes += exchange.bodyBytes
        if end == nil { cutShort += 1 }
        if exchange.status >= 400 { refused += 1 }
    }

    /// The totals in one line, when the server has ended.
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
