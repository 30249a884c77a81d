package import Analysis
import Figures
package import Inspection
import Wire

/// What a capture holds, for a reader or (`json`) for a program.
package struct InspectionReport: Sendable {
    let file: String
    let inspection: CaptureInspection
    let exchanges: InspectedList<CaptureExchange>
    let flows: InspectedList<CaptureFlow>

    /// nil where nobody asked for it.
    let summarised: InspectionSummary?
    /// nil where it was not compared with theory.
    let comparison: CaptureComparison?
    /// Responses in all of it.
    private let responses: Int
    let part: CapturePart
    let order: ExchangeRanking.Order
    let estimates: EstimateReport
    private let drawsGraphs: Bool

    /// `file` is the name to show; `stream` leaves only the connection of that number, `filter` only the responses it
    /// admits and their connections, `ranking` orders what is left, or leaves only the first of them with their connections.
    package init(
        _ inspection: CaptureInspection,
        file: String,
        stream: Int? = nil,
        filter: ExchangeFilter = ExchangeFilter(),
        ranking: ExchangeRanking = ExchangeRanking(),
        isSummarised: Bool = false,
        drawsGraphs: Bool = false,
        comparison: CaptureComparison? = nil
    ) {
        self.file = file
        self.inspection = inspection
        self.drawsGraphs = drawsGraphs
        self.comparison = comparison
        order = ranking.order
        var part = CapturePart(stream: stream, filter: filter)
        var responses = 0
        let admitted = inspection.exchanges.keeping { exchange in
            guard exchange.status != nil else { return false }
            responses += 1
            return exchange.stream == stream ?? exchange.stream && filter.admits(exchange)
        }
        let exchanges = ranking.ranked(admitted)
        self.exchanges = exchanges
        self.responses = responses
        if !filter.isEmpty || ranking.most != nil { part.streams = Set(exchanges.lazy.map(\.stream)) }
        self.part = part
        flows = part.isAll ? inspection.flows : inspection.flows.keeping { part.holds(stream: $0.stream) }
        estimates = EstimateReport(
            part.isAll ? inspection.estimates : inspection.estimates.keeping(part.holds),
            start: inspection.firstStamp ?? 0
        )
        summarised = isSummarised ? InspectionSummary(exchanges, part.isAll ? inspection.datagrams : []) : nil
    }

    package var handshakes: HandshakeReport {
        func kept(_ list: InspectedList<CaptureHandshake>) -> InspectedList<CaptureHandshake> {
            part.isAll ? list : list.keeping(part.holds)
        }
        return HandshakeReport(
            kept(inspection.handshakes),
            quic: kept(inspection.quicHandshakes),
            start: inspection.firstStamp ?? 0
        )
    }

    /// Ends with a line feed.
    package func text(_ style: TerminalStyle) -> String {
        var text = ""
        write(style) { text += $0 }
        return text
    }

    /// The same, handed out line by line: there may be very many.
    package func write(_ style: TerminalStyle, _ sink: (String) -> Void) {
        var blocks = TextBlocks()
        blocks.add(summary.wrapped(style.width, hanging: 2), to: sink)
        if let summarised {
            for lines in summarised.lines(style) { blocks.add([lines], to: sink) }
        } else {
            writeTables(style, sink, &blocks)
        }
        if let comparison, !exchanges.isEmpty {
            blocks.add(ComparisonBlock(comparison, exchanges).lines(style), to: sink)
        }
        if drawsGraphs, let log = inspection.log {
            for flow in flows { blocks.add(StreamGraph(flow, log).lines(style), to: sink) }
        }
        if part.isAll, summarised == nil { writeDatagrams(style, sink, &blocks) }
        if summarised == nil, !estimates.isEmpty {
            blocks.begin(sink)
            estimates.write(style) { sink($0 + "\n") }
        }
        let findings = findingLines(style)
        if !findings.isEmpty { blocks.add(findings, to: sink) }
    }

    private func writeTables(_ style: TerminalStyle, _ sink: (String) -> Void, _ blocks: inout TextBlocks) {
        if !exchanges.isEmpty {
            blocks.begin(sink)
            exchangeTable.write(style) { sink($0 + "\n") }
        }
        if !flows.isEmpty {
            blocks.begin(sink)
            flowTable.write(style) { sink($0 + "\n") }
        }
        guard part.stream != nil else { return }
        for flow in flows {
            blocks.add(StreamDetail(flow: flow).lines(style), to: sink)
            blocks.add(StreamTimeline(flow, inspection).lines(style), to: sink)
        }
    }

    private func writeDatagrams(
        _ style: TerminalStyle,
        _ sink: (String) -> Void,
        _ blocks: inout TextBlocks
    ) {
        let start = inspection.firstStamp ?? 0
        let flows = DatagramReport(inspection.datagrams, start: start)
        if !flows.isEmpty {
            blocks.begin(sink)
            flows.table.write(style) { sink($0 + "\n") }
        }
        let lookups = LookupReport(inspection.lookups, start: start)
        if !lookups.isEmpty { blocks.add(lookups.lines(style), to: sink) }
    }

    private var summary: String {
        var span = ""
        if let first = inspection.firstStamp, let last = inspection.lastStamp {
            span = " in \(DurationFormat.text(last - first)) from \(TimestampFormat.text(first))"
        }
        return
            "\(file): \(CountFormat.text(inspection.packets, "packet"))\(span); \(CountFormat.text(flows.count, "connection")), "
            + (exchanges.count == responses ? "" : "\(ByteFormat.grouped(exchanges.count)) of ")
            + CountFormat.text(responses, "HTTP response")
    }

    private func findingLines(_ style: TerminalStyle) -> [String] {
        guard !findings.isEmpty else { return [] }
        var lines = [style.accent("findings", .bold)]
        for finding in findings {
            let place = [
                finding.packet.map { "packet \($0)" }, finding.block.map { "block \($0)" },
                finding.stream.map { "stream \($0)" },
            ].compactMap { $0 }.joined(separator: ", ")
            let sentence = (place.isEmpty ? "" : place + ": ") + finding.sentence.printable
            lines += sentence.wrapped(style.width, indent: 2, hanging: 4)
        }
        let leftOut = inspection.findings.leftOut
        if leftOut > 0 { lines.append("  and \(ByteFormat.grouped(leftOut)) more") }
        return lines
    }

    var findings: [CaptureFinding] { inspection.findings.kept.filter(part.holds) }
}
