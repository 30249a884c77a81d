import Logs
import Wire

/// Finds the origin's log entry for each exchange of the client's log, the nearest in time if a port was used
/// twice. In stream mode it finds none: the origin sees the line's ports, not the client's.
struct OriginJoin {
    private let entries: [ExchangePlace: [OriginLogEntry]]

    init(_ log: [OriginLogEntry]) {
        entries = Dictionary(grouping: log, by: ExchangePlace.init)
    }

    func entry(of exchange: ExchangeRecord) -> OriginLogEntry? {
        entries[ExchangePlace(exchange)]?.min { distance($0, exchange) < distance($1, exchange) }
    }

    private func distance(_ entry: OriginLogEntry, _ exchange: ExchangeRecord) -> Nanoseconds {
        abs(entry.requestFirstByte - exchange.requestFirstByte)
    }
}
