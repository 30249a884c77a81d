import Inspection

/// An inspection's responses as CSV.
package struct InspectionCSV {
    static let columns = [
        "method", "url", "status", "version", "type", "stream", "order", "requestNs", "firstByteNs",
        "lastByteNs",
        "durationNs", "requestBytes", "headerBytes", "bodyBytes", "decodedBytes", "speedBps",
        "retransmittedBytes",
        "wireDownBytes", "wireUpBytes", "complete",
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
        func number(_ value: Int64?) -> String { value.map { "\($0)" } ?? "" }
        return [
            exchange.method ?? "", exchange.url ?? "", exchange.status.map { "\($0)" } ?? "",
            exchange.version ?? "", exchange.mediaKind, "\(exchange.stream)", "\(exchange.order)",
            number(exchange.requestSent.map { $0 - start }), number(exchange.firstByte.map { $0 - start }),
            number(exchange.lastByte.map { $0 - start }), number(exchange.duration),
            "\(exchange.requestBytes)", "\(exchange.headerBytes)", "\(exchange.bodyBytes)",
            "\(exchange.decodedBytes)", number(exchange.speedBps), "\(exchange.retransmittedBytes)",
            "\(exchange.wireDownBytes)", "\(exchange.wireUpBytes)", exchange.isComplete ? "true" : "false",
        ]
    }
}
