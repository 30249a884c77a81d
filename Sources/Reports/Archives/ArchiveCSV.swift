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
        let timings = exchange.timings
        let requestBytes = exchange.requestHeaderBytes.map { $0 + (exchange.requestBodyBytes ?? 0) }
        return [
            exchange.method, exchange.url, CSVLines.number(exchange.status), exchange.version,
            exchange.mediaKind, "",
            "",
            CSVLines.number(exchange.requestSent.map { $0 - start }),
            CSVLines.number(exchange.firstByte.map { $0 - start }),
            CSVLines.number(exchange.lastByte.map { $0 - start }), CSVLines.number(exchange.duration),
            CSVLines.number(requestBytes),
            CSVLines.number(exchange.headerBytes), CSVLines.number(exchange.bodyBytes),
            CSVLines.number(exchange.decodedBytes),
            CSVLines.number(exchange.speedBps), "", "", "", "", "", "\(exchange.number)",
            CSVLines.number(exchange.total),
            CSVLines.number(timings.blocked), CSVLines.number(timings.lookup),
            CSVLines.number(timings.connect), CSVLines.number(timings.secure),
            CSVLines.number(timings.send), CSVLines.number(timings.wait), CSVLines.number(timings.receive),
            exchange.isFromCache ? "true" : "false", exchange.failure ?? "",
        ]
    }
}
