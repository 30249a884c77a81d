package import Analysis
import Figures
package import Inspection
import Wire

/// The reported part of a capture. `InspectionDocument` shows it to a reader; `InspectionJSON`,
/// `InspectionCSV` and `InspectionArchive` write it for programs.
package struct InspectionReport: Sendable {
    let file: String
    let inspection: CaptureInspection
    let exchanges: InspectedList<CaptureExchange>
    let flows: InspectedList<CaptureFlow>

    /// nil if not requested.
    let summarised: InspectionSummary?
    /// nil if it was not compared with theory.
    let comparison: CaptureComparison?
    /// Responses in the whole capture.
    let responses: Int
    let part: CapturePart
    let order: ExchangeRanking.Order
    let estimates: EstimateReport
    let drawsGraphs: Bool

    /// `file` is the name to show. `stream` keeps only that connection, `filter` only the responses it admits
    /// and their connections. `ranking` orders the rest, or keeps only the first few with their connections.
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
            return (stream == nil || exchange.stream == stream) && filter.admits(exchange)
        }
        let exchanges = ranking.ranked(admitted)
        self.exchanges = exchanges
        self.responses = responses
        if !filter.isEmpty || ranking.most != nil { part.connections = Set(exchanges.lazy.map(\.connection)) }
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

    /// They have numbers of their own, so that a TCP stream's number selects none.
    var quic: QUICReport {
        let (list, part) = (inspection.quicConnections, part)
        return QUICReport(part.isAll ? list : list.keeping { part.holds($0) })
    }

    package var document: ReportDocument { InspectionDocument(self).document }

    var findings: [CaptureFinding] { inspection.findings.kept.filter(part.holds) }
}
