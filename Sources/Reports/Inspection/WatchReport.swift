import Figures
package import Inspection
package import JSON
import Wire

/// Responses one by one as they end, for a reader or a program. Each line stands alone.
package struct WatchReport: Sendable {
    private static let unknown = "-"

    private let style: TerminalStyle

    package init(_ style: TerminalStyle) {
        self.style = style
    }

    private static let widths = [9, 6, 6, 11, 9, 12]

    package var heading: String {
        style.accent(
            Self.line(["after", "stream", "status", "body", "took", "speed"], "request"),
            .faint
        )
    }

    /// `start` is the time of the first packet.
    package func line(_ exchange: CaptureExchange, start: Int64) -> String {
        let cells = [
            (exchange.requestSent ?? exchange.firstByte).map { DurationFormat.text(max(0, $0 &- start)) },
            "\(exchange.stream)", exchange.status.map { "\($0)" }, ByteFormat.text(exchange.bodyBytes),
            exchange.duration.map { DurationFormat.text($0) }, exchange.speedBps.map { RateFormat.text($0) },
        ]
        let method = exchange.method.map { $0 == "GET" ? "" : $0 + " " } ?? ""
        let url = exchange.url ?? "(not in the capture)"
        let mark = exchange.isComplete ? "" : "  not whole"
        let text = Self.line(cells.map { $0 ?? Self.unknown }, "")
        let room = max(20, style.width - text.count - 2 - mark.count)
        return text + "  " + (method + url).printable.shortened(to: room) + mark
    }

    private static func line(_ cells: [String], _ last: String) -> String {
        let columns = zip(cells, widths).map { $0.padded(toLeft: $1) }.joined(separator: "  ")
        return last.isEmpty ? columns : columns + "  " + last
    }

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
