import Inspection

/// An inspection's responses as CSV.
package struct InspectionCSV {
    static let columns = [
        "method", "url", "status", "version", "type", "stream", "order", "requestNs", "firstByteNs",
        "lastByteNs",
        "durationNs", "requestBytes", "headerBytes", "bodyBytes", "decodedBytes", "speedBps",
        "retransmittedBytes",
        "wireDownBytes", "wireUpBytes", "complete", "quic",
    ]

    private let exchanges: InspectedList<CaptureExchange>
    private let start: Int64

    package init(_ report: InspectionReport) {
        exchanges = report.exchanges
        start = report.inspection.firstStamp ?? 0
    }

    /// A header line, then one line per final response. Unknown values are empty.
    package func write(_ sink: ([UInt8]) -> Void) {
        CSVLines(Self.columns).write(exchanges.lazy.map { Self.fields($0, start) }, sink)
    }

    private static func fields(_ exchange: CaptureExchange, _ start: Int64) -> [String] {
        [
            exchange.method ?? "", exchange.url ?? "", CSVLines.number(exchange.status),
            exchange.version ?? "", exchange.mediaKind, CSVLines.number(exchange.stream), "\(exchange.order)",
            CSVLines.number(exchange.requestSent.map { $0 - start }),
            CSVLines.number(exchange.firstByte.map { $0 - start }),
            CSVLines.number(exchange.lastByte.map { $0 - start }), CSVLines.number(exchange.duration),
            "\(exchange.requestBytes)", "\(exchange.headerBytes)", "\(exchange.bodyBytes)",
            "\(exchange.decodedBytes)", CSVLines.number(exchange.speedBps), "\(exchange.retransmittedBytes)",
            "\(exchange.wireDownBytes)", "\(exchange.wireUpBytes)", exchange.isComplete ? "true" : "false",
            CSVLines.number(exchange.connection.quic),
        ]
    }
}
