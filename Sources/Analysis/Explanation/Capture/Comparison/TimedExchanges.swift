import Inspection
import Theory
import Wire

/// The exchanges of a capture with a beginning and an end, as they are simulated.
struct TimedExchanges {
    struct Member {
        var place: ComparedExchange.Place
        var fetch: SimulatedFetch
        var manner: ExchangeManner
        /// False if the capture lacks the opening of its connection, whose state is then unknown.
        var isConnectionKnown: Bool
    }

    private(set) var members: [Member] = []

    /// `ledgers` give each one's start and end.
    init(_ inspection: CaptureInspection, _ ledgers: [ComparedExchange.Place: CaptureLedger]) {
        let handshakes = Dictionary(inspection.handshakes.map { ($0.connection, $0) }) { first, _ in first }
        let opened = Set(inspection.flows.filter { $0.handshake != nil }.map(\.stream))
        let epoch = ledgers.values.map(\.start).min() ?? 0
        for exchange in inspection.exchanges {
            let place = ComparedExchange.Place(exchange)
            // Theory simulates TCP.
            guard let stream = exchange.stream, let ledger = ledgers[place] else { continue }
            members.append(
                Member(
                    place: place,
                    fetch: SimulatedFetch(
                        start: Instant(nanoseconds: ledger.start - epoch),
                        way: .connection(stream + 1),
                        requestBytes: max(1, exchange.requestBytes),
                        headerBytes: max(1, exchange.headerBytes),
                        bodyBytes: exchange.bodyBytes
                    ),
                    manner: ExchangeManner(exchange, handshakes[exchange.connection]),
                    isConnectionKnown: opened.contains(stream)
                )
            )
        }
    }
}
