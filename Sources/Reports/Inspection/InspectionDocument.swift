import Figures
import Inspection
import Wire

/// An inspection for a reader: responses and connections, listed or summed up, and findings.
struct InspectionDocument {
    private static let unknown = "-"
    /// A target's beginning and end remain distinguishable.
    private static let requestWidth = ReportColumn.Shrinking(preferred: 24, atLeast: 8)
    private static let addressWidth = ReportColumn.Shrinking(preferred: 46, atLeast: 15)
    /// Longer names and targets add nothing, however wide the terminal is.
    private static let mostHost = 40
    private static let mostRequest = 120

    private let report: InspectionReport
    private let inspection: CaptureInspection

    init(_ report: InspectionReport) {
        self.report = report
        inspection = report.inspection
    }

    var document: ReportDocument {
        var document = ReportDocument([[.text(summary, hanging: 2)]])
        for section in report.summarised?.sections ?? tables { document.append(section) }
        if let comparison = report.comparison, !report.exchanges.isEmpty {
            document.append(ComparisonBlock(comparison, report.exchanges).section)
        }
        let flows = report.flows
        if report.drawsGraphs, let log = inspection.log {
            document.append(count: flows.count) { StreamGraph(flows[$0], log).section }
        }
        if let oneDirection { document.append([.text(oneDirection, indent: 2, hanging: 4)]) }
        if report.summarised == nil {
            for section in report.quic.sections { document.append(section) }
            for section in datagrams { document.append(section) }
            if !report.estimates.isEmpty { document.append(report.estimates.section) }
        }
        if !report.findings.isEmpty { document.append(findings) }
        return document
    }

    private var tables: [ReportSection] {
        var sections: [ReportSection] = []
        if !report.exchanges.isEmpty { sections.append([.table(exchanges)]) }
        if !report.flows.isEmpty { sections.append([.table(flows)]) }
        guard report.part.stream != nil else { return sections }
        for flow in report.flows {
            sections += [StreamDetail(flow: flow).section, StreamTimeline(flow, inspection).section]
        }
        return sections
    }

    /// Datagrams belong to no connection, so they are shown only with the whole capture.
    private var datagrams: [ReportSection] {
        guard report.part.isAll else { return [] }
        let start = inspection.firstStamp ?? 0
        let flows = DatagramReport(inspection.datagrams, start: start)
        let lookups = LookupReport(inspection.lookups, start: start)
        return (flows.isEmpty ? [] : [[.table(flows.table)]])
            + (lookups.isEmpty ? [] : [[.table(lookups.table)]])
    }

    private var summary: String {
        var span = ""
        if let first = inspection.firstStamp, let last = inspection.lastStamp {
            span = " in \(DurationFormat.text(last - first)) from \(TimestampFormat.text(first))"
        }
        let (count, responses) = (report.exchanges.count, report.responses)
        return
            "\(report.file): \(CountFormat.text(inspection.packets, "packet"))\(span); \(CountFormat.text(report.flows.count, "connection")), "
            + (count == responses ? "" : "\(ByteFormat.grouped(count)) of ")
            + CountFormat.text(responses, "HTTP response")
    }

    /// nil if both directions of all connections were recorded.
    private var oneDirection: String? {
        let count = report.flows.count(where: \.isOneWay)
        guard count > 0 else { return nil }
        return
            "The capture has only one direction of \(CountFormat.text(count, "connection")): round trips, "
            + "losses and complete exchanges of \(count == 1 ? "it" : "them") are not known."
    }

    private var findings: ReportSection {
        let leftOut = inspection.findings.leftOut
        return ReportSection(
            [.heading("findings")]
                + report.findings.map { .text(Self.words($0), indent: 2, hanging: 4) }
                + (leftOut > 0 ? [.line("and \(ByteFormat.grouped(leftOut)) more", indent: 2)] : [])
        )
    }

    private static func words(_ finding: CaptureFinding) -> String {
        let place = [
            finding.packet.map { "packet \($0)" }, finding.block.map { "block \($0)" },
            finding.connection.map(Self.words),
        ].compactMap { $0 }.joined(separator: ", ")
        return (place.isEmpty ? "" : place + ": ") + finding.fault.words.printable
    }

    private static func words(_ connection: CaptureConnection) -> String {
        switch connection {
        case .tcp(let number): "stream \(number)"
        case .quic(let number): "QUIC connection \(number)"
        }
    }

    // MARK: Tables

    private var exchanges: ReportTable {
        var (longest, fastest) = (Int64(0), Int64(0))
        var host: String?
        var hasSeveralHosts = false
        for exchange in report.exchanges {
            (longest, fastest) = (max(longest, exchange.duration ?? 0), max(fastest, exchange.speedBps ?? 0))
            // Decided by the first two that differ.
            guard !hasSeveralHosts else { continue }
            if let host { hasSeveralHosts = exchange.host != host } else { host = exchange.host }
        }
        let namesHost = hasSeveralHosts
        // The column of the sort or filter stays longest.
        let (filter, order) = (report.part.filter, report.order)
        let isBySize = filter.largerThan != nil || order == .size
        return ReportTable(
            of: report.exchanges,
            [
                .number("stream") { $0.connection.label },
                .text("request", shrinking: Self.requestWidth) { Self.request($0, namesHost: namesHost) },
                .number("status", priority: filter.statuses != nil ? 7 : 6) {
                    $0.status.map { "\($0)" } ?? Self.unknown
                },
                .number("body", priority: isBySize ? 7 : 4) { ByteFormat.text($0.bodyBytes) },
                .number("header", priority: 1) { ByteFormat.text($0.headerBytes) },
                .number("request to", "last byte") {
                    $0.duration.map { DurationFormat.text($0, like: longest) } ?? Self.unknown
                },
                .number("speed", priority: order == .speed ? 7 : 3) {
                    $0.speedBps.map { RateFormat.text($0, like: fastest) } ?? Self.unknown
                },
                .number("sent", "again", priority: 2) { ByteFormat.text($0.retransmittedBytes) },
                .text(priority: 5, cell: Self.mark),
            ]
        )
    }

    private static func mark(_ exchange: CaptureExchange) -> String {
        guard !exchange.isComplete else { return "" }
        return exchange.reset.map { "not whole: \($0.name)" } ?? "not whole"
    }

    private static func request(_ exchange: CaptureExchange, namesHost: Bool) -> String {
        let target = exchange.target ?? exchange.url ?? "(not in the capture)"
        let method = exchange.method.map { $0 == "GET" ? "" : $0 + " " } ?? ""
        let host =
            namesHost && target.hasPrefix("/") ? exchange.host.printable.shortened(to: mostHost) : ""
        return (method + host + target.printable).shortened(to: mostRequest)
    }

    private var flows: ReportTable {
        var columns: [TableColumn<CaptureFlow>] = [
            .number("stream") { "\($0.stream)" },
            .number("client", shrinking: Self.addressWidth) {
                $0.client.description + ($0.isClientGuessed ? "?" : "")
            },
            .number("server", priority: 5) { $0.server.description },
        ]
        if report.flows.contains(where: { $0.serverName != nil }) {
            columns.append(
                .number("name", priority: 0) {
                    ($0.serverName ?? Self.unknown).printable.shortened(to: 28)
                }
            )
        }
        columns += [
            .number("wire bytes", "up", priority: 4) { ByteFormat.text($0.up.wireBytes) },
            .number("wire bytes", "down", priority: 6) { ByteFormat.text($0.down.wireBytes) },
            .number("sent again", "down", priority: 2) { ByteFormat.text($0.down.retransmittedBytes) },
            .number("handshake", "round trip", priority: 3) {
                $0.handshakeRoundTrip.map(DurationFormat.text) ?? Self.unknown
            },
            .number("at the", "end", priority: 1) {
                $0.ending == .halfClosed ? "half closed" : $0.ending.rawValue
            },
        ]
        return ReportTable(of: report.flows, columns)
    }
}
