package import Analysis
package import Inspection
import Runs
import Wire

/// What a capture holds, for a reader or (`json`) for a program.
package struct InspectionReport: Sendable {
    private static let unknown = "-"

    let file: String
    let inspection: CaptureInspection
    let exchanges: [CaptureExchange]
    let flows: [CaptureFlow]

    /// nil where nobody asked for it.
    let summarised: InspectionSummary?
    /// nil where it was not compared with theory.
    let comparison: CaptureComparison?
    /// False where only a part of the capture is asked for.
    let isOfAll: Bool
    private let isOfOneStream: Bool
    private let drawsGraphs: Bool

    /// `file` is the name to show; `stream` leaves only the connection of that number, `filter` only the responses it
    /// admits and their connections.
    package init(
        _ inspection: CaptureInspection,
        file: String,
        stream: Int? = nil,
        filter: ExchangeFilter = ExchangeFilter(),
        isSummarised: Bool = false,
        drawsGraphs: Bool = false,
        comparison: CaptureComparison? = nil
    ) {
        self.file = file
        self.inspection = inspection
        self.drawsGraphs = drawsGraphs
        self.comparison = comparison
        isOfOneStream = stream != nil
        isOfAll = stream == nil && filter.isEmpty
        func isShown(_ exchange: CaptureExchange) -> Bool {
            exchange.status != nil && exchange.stream == stream ?? exchange.stream && filter.admits(exchange)
        }
        // Shared with the inspection where all are shown: there may be very many.
        let all = inspection.exchanges
        let exchanges = all.allSatisfy(isShown) ? all : all.filter(isShown)
        self.exchanges = exchanges
        let shown = filter.isEmpty ? [] : Set(exchanges.map(\.stream))
        flows =
            stream == nil && filter.isEmpty
            ? inspection.flows
            : inspection.flows.filter {
                $0.stream == stream ?? $0.stream && (filter.isEmpty || shown.contains($0.stream))
            }
        summarised = isSummarised ? InspectionSummary(exchanges, isOfAll ? inspection.datagrams : []) : nil
    }

    package var handshakes: HandshakeReport {
        HandshakeReport(
            inspection.handshakes + inspection.quicHandshakes,
            start: inspection.firstStamp ?? 0
        )
    }

    /// Ends with a line feed.
    package func text(_ style: TerminalStyle) -> String {
        var blocks = [summary.wrapped(style.width, hanging: 2)]
        if let summarised {
            blocks += summarised.lines(style).map { [$0] }
        } else {
            if !exchanges.isEmpty { blocks.append(exchangeTable.lines(style)) }
            if !flows.isEmpty { blocks.append(flowTable.lines(style)) }
            if isOfOneStream {
                blocks += flows.flatMap { flow in
                    [StreamDetail(flow: flow).lines(style), StreamTimeline(flow, inspection).lines(style)]
                }
            }
        }
        if let comparison, !exchanges.isEmpty {
            blocks.append(ComparisonBlock(comparison, exchanges).lines(style))
        }
        if drawsGraphs, let log = inspection.log {
            blocks += flows.map { StreamGraph($0, log).lines(style) }
        }
        if isOfAll, summarised == nil { blocks += datagramBlocks(style) }
        let estimates = EstimateReport(inspection.estimates, start: inspection.firstStamp ?? 0)
        if summarised == nil, !estimates.isEmpty { blocks.append(estimates.lines(style)) }
        let findings = findingLines(style)
        if !findings.isEmpty { blocks.append(findings) }
        return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
    }

    private func datagramBlocks(_ style: TerminalStyle) -> [[String]] {
        let start = inspection.firstStamp ?? 0
        let flows = DatagramReport(inspection.datagrams, start: start)
        let lookups = LookupReport(inspection.lookups, start: start)
        return (flows.isEmpty ? [] : [flows.lines(style)]) + (lookups.isEmpty ? [] : [lookups.lines(style)])
    }

    private var summary: String {
        var span = ""
        if let first = inspection.firstStamp, let last = inspection.lastStamp {
            span = " in \(DurationFormat.text(last - first)) from \(TimestampFormat.text(first))"
        }
        return
            "\(file): \(Self.count(inspection.packets, "packet"))\(span); \(Self.count(flows.count, "connection")), "
            + Self.count(exchanges.count, "HTTP response")
    }

    private var exchangeTable: TextTable {
        let longest = exchanges.compactMap(\.duration).max() ?? 0
        let fastest = exchanges.compactMap(\.speedBps).max() ?? 0
        func column(
            _ heading: [String],
            isRightAligned: Bool = true,
            priority: Int? = nil,
            _ cell: (CaptureExchange) -> String
        ) -> TextTable.Column {
            TextTable.Column(
                heading: heading,
                cells: exchanges.map(cell),
                isRightAligned: isRightAligned,
                priority: priority
            )
        }
        return TextTable(columns: [
            column(["stream"], priority: 3) { "\($0.stream)" },
            column(["request"], isRightAligned: false, Self.request),
            column(["status"]) { $0.status.map { "\($0)" } ?? Self.unknown },
            column(["body"]) { ByteFormat.text($0.bodyBytes) },
            column(["header"], priority: 1) { ByteFormat.text($0.headerBytes) },
            column(["request to", "last byte"], priority: 5) {
                $0.duration.map { DurationFormat.text($0, like: longest) } ?? Self.unknown
            },
            column(["speed"], priority: 4) {
                $0.speedBps.map { RateFormat.text($0, like: fastest) } ?? Self.unknown
            },
            column(["sent", "again"], priority: 2) { ByteFormat.text($0.retransmittedBytes) },
            column([], isRightAligned: false) { Self.mark($0) },
        ])
    }

    private var flowTable: TextTable {
        let names = flows.contains { $0.serverName != nil }
        func column(_ heading: [String], priority: Int? = nil, _ cell: (CaptureFlow) -> String)
            -> TextTable.Column
        {
            TextTable.Column(heading: heading, cells: flows.map(cell), priority: priority)
        }
        let columns: [TextTable.Column?] = [
            column(["stream"]) { "\($0.stream)" },
            column(["client"]) { $0.client.description + ($0.isClientGuessed ? "?" : "") },
            column(["server"], priority: 5) { $0.server.description },
            names
                ? column(["name"], priority: 0) {
                    ($0.serverName ?? Self.unknown).printable.shortened(to: 28)
                } : nil,
            column(["wire bytes", "up"], priority: 4) { ByteFormat.text($0.up.wireBytes) },
            column(["wire bytes", "down"]) { ByteFormat.text($0.down.wireBytes) },
            column(["sent again", "down"], priority: 2) { ByteFormat.text($0.down.retransmittedBytes) },
            column(["handshake", "round trip"], priority: 3) {
                $0.handshakeRoundTrip.map(DurationFormat.text) ?? Self.unknown
            },
            column(["at the", "end"], priority: 1) {
                $0.ending == .halfClosed ? "half closed" : $0.ending.rawValue
            },
        ]
        return TextTable(columns: columns.compactMap(\.self))
    }

    private func findingLines(_ style: TerminalStyle) -> [String] {
        let findings = inspection.findings
        guard !findings.kept.isEmpty else { return [] }
        var lines = [style.accent("findings", .bold)]
        for finding in findings.kept {
            let place = [
                finding.packet.map { "packet \($0)" }, finding.block.map { "block \($0)" },
                finding.stream.map { "stream \($0)" },
            ].compactMap { $0 }.joined(separator: ", ")
            let sentence = (place.isEmpty ? "" : place + ": ") + finding.sentence.printable
            lines += sentence.wrapped(style.width, indent: 2, hanging: 4)
        }
        if findings.leftOut > 0 { lines.append("  and \(ByteFormat.grouped(findings.leftOut)) more") }
        return lines
    }

    private static func mark(_ exchange: CaptureExchange) -> String {
        guard !exchange.isComplete else { return "" }
        return exchange.reset.map { "not whole: \($0.name)" } ?? "not whole"
    }

    private static func request(_ exchange: CaptureExchange) -> String {
        let target = exchange.target ?? exchange.url ?? "(not in the capture)"
        let method = exchange.method.map { $0 == "GET" ? "" : $0 + " " } ?? ""
        return (method + target.printable).shortened(to: 32)
    }

    private static func count(_ number: Int, _ one: String) -> String {
        "\(ByteFormat.grouped(number)) \(one)\(number == 1 ? "" : "s")"
    }
}
