import Figures
package import Inspection
package import JSON
import Wire

/// Responses one by one as they end, for a reader or a program. Each line stands alone.
package enum WatchReport {
    private static let unknown = "-"

    private static let columns: [(heading: String, width: Int)] = [
        ("after", 9), ("stream", 6), ("status", 6), ("body", 11), ("took", 9), ("speed", 12),
    ]

    package static var heading: ReportDocument {
        document(ReportRow(cells(columns.map(\.heading)), rest: "request", isHeading: true))
    }

    /// `start` is the time of the first packet.
    package static func line(_ exchange: CaptureExchange, start: Int64) -> ReportDocument {
        let cells = [
            (exchange.requestSent ?? exchange.firstByte).map { DurationFormat.text(max(0, $0 &- start)) },
            exchange.connection.label, exchange.status.map { "\($0)" }, ByteFormat.text(exchange.bodyBytes),
            exchange.duration.map { DurationFormat.text($0) }, exchange.speedBps.map { RateFormat.text($0) },
        ]
        let method = exchange.method.map { $0 == "GET" ? "" : $0 + " " } ?? ""
        let url = exchange.url ?? "(not in the capture)"
        return document(
            ReportRow(
                Self.cells(cells.map { $0 ?? unknown }),
                rest: (method + url).printable,
                mark: exchange.isComplete ? "" : "not whole"
            )
        )
    }

    private static func cells(_ texts: [String]) -> [ReportRow.Cell] {
        zip(texts, columns).map { ReportRow.Cell(text: $0, width: $1.width) }
    }

    private static func document(_ row: ReportRow) -> ReportDocument { ReportDocument([[.row(row)]]) }

    // MARK: For programs

    /// The first line: times count from the first packet.
    package static func opening(interface: String, start: Int64) -> JSONValue {
        [
            "schema": "netlab.watch/1", "interface": interface.json,
            "startedAt": TimestampFormat.text(start).json, "startedAtNs": start.json,
        ]
    }

    package static func json(_ exchange: CaptureExchange, start: Int64) -> JSONValue {
        InspectionJSON.json(exchange, start, nil)
    }

    /// The last line: a summary of the exchanges that the filter admits.
    package static func closing(
        _ inspection: CaptureInspection,
        _ filter: ExchangeFilter = ExchangeFilter(),
        dropped: Int,
        missed: Int
    ) -> JSONValue {
        let exchanges = inspection.exchanges.filter(filter.admits)
        return [
            "packets": inspection.packets.json, "dropped": dropped.json, "notLookedAt": missed.json,
            "exchanges": exchanges.count.json, "flows": inspection.flows.count.json,
            "findings": .array(inspection.findings.kept.map(InspectionJSON.json)),
            "summary": InspectionSummary(exchanges, filter.isEmpty ? inspection.datagrams : []).json,
        ]
    }
}
