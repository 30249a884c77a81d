import Archives
import Wire

/// An archive's exchanges as CSV: the columns of an inspection, and the phases.
package struct ArchiveCSV {
    private static let columns =
        InspectionCSV.columns + [
            "entry", "totalNs", "blockedNs", "dnsNs", "connectNs", "tlsNs", "sendNs", "waitNs", "receiveNs",
            "fromCache", "failure",
        ]

    private let exchanges: [ArchivedExchange]
    private let start: Int64

    package init(_ report: ArchiveReport) {
        exchanges = report.exchanges
        start = report.survey.start ?? 0
    }

    /// A header line, then one line per exchange. Unknown values are empty.
    package func write(_ sink: ([UInt8]) -> Void) {
        CSVLines(Self.columns).write(exchanges.lazy.map { Self.fields($0, start) }, sink)
    }

    private static func fields(_ exchange: ArchivedExchange, _ start: Int64) -> [String] {
        func number<Number: BinaryInteger>(_ value: Number?) -> String { value.map { "\($0)" } ?? "" }
        let timings = exchange.timings
        let requestBytes = exchange.requestHeaderBytes.map { $0 + (exchange.requestBodyBytes ?? 0) }
        return [
            exchange.method, exchange.url, number(exchange.status), exchange.version, exchange.mediaKind, "",
            "",
            number(exchange.requestSent.map { $0 - start }), number(exchange.firstByte.map { $0 - start }),
            number(exchange.lastByte.map { $0 - start }), number(exchange.duration), number(requestBytes),
            number(exchange.headerBytes), number(exchange.bodyBytes), number(exchange.decodedBytes),
            number(exchange.speedBps), "", "", "", "", "\(exchange.number)", number(exchange.total),
            number(timings.blocked), number(timings.lookup), number(timings.connect), number(timings.secure),
            number(timings.send), number(timings.wait), number(timings.receive),
            exchange.isFromCache ? "true" : "false", exchange.failure ?? "",
        ]
    }
}
