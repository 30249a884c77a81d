import Inspection
import Runs

extension InspectionReport {
    private static let columns = [
        "method", "url", "status", "version", "type", "stream", "order", "requestNs", "firstByteNs",
        "lastByteNs",
        "durationNs", "requestBytes", "headerBytes", "bodyBytes", "decodedBytes", "speedBps",
        "retransmittedBytes",
        "wireDownBytes", "wireUpBytes", "complete",
    ]

    /// A line for each final response, under a line of names, as RFC 4180 has it. What is not known is empty.
    package var csv: String {
        let start = inspection.firstStamp ?? 0
        var lines = [Self.columns.joined(separator: ",")]
        lines += exchanges.map { exchange in
            Self.fields(exchange, start).map(Self.quoted).joined(separator: ",")
        }
        return lines.joined(separator: "\r\n") + "\r\n"
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

    /// What a stranger sent must neither break its line nor be taken for a formula by a spreadsheet.
    private static func quoted(_ field: String) -> String {
        var text = field.printable
        if let first = text.first, "=+-@".contains(first), Int64(text) == nil { text = "'" + text }
        guard text.contains(where: { ",\"".contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
