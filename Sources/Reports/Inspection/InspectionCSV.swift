import Inspection

/// An inspection's responses as CSV.
package struct InspectionCSV {
    private static let burst = 1 << 16
    private static let columns = [
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

    /// A header line, then one line per final response (RFC 4180). Unknown values are empty. Written in
    /// bursts, since there may be very many.
    package func write(_ sink: ([UInt8]) -> Void) {
        var text = Self.columns.joined(separator: ",") + "\r\n"
        for exchange in exchanges {
            text += Self.fields(exchange, start).map(Self.quoted).joined(separator: ",") + "\r\n"
            guard text.utf8.count >= Self.burst else { continue }
            sink(Array(text.utf8))
            text.removeAll(keepingCapacity: true)
        }
        sink(Array(text.utf8))
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

    /// Foreign text must neither break its line nor look like a formula to a spreadsheet.
    private static func quoted(_ field: String) -> String {
        var text = field.printable
        if let first = text.first, "=+-@".contains(first), Int64(text) == nil { text = "'" + text }
        guard text.contains(where: { ",\"".contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
