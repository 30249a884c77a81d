import Inspection
import JSON
import LinkModel
import Reports
import Wire

/// What a row of `runs` says of a capture as a whole.
struct CaptureTotals {
    private var startedAt: Int64?
    private var span: Int64?
    private var packets: Int?
    private var connections: Int?
    private var transfers: Int?
    private var failed: Int?
    private var requests: Int?
    /// Exchanges that are only guessed at, because they are encrypted.
    private var closed: Int?
    private var bodyBytes: Int?
    private var wireDownBytes: Int?
    private var wireUpBytes: Int?
    private var findings: Int?
    private var finding: String?

    /// Of a capture of which nothing is known.
    init() {}

    init(_ inspection: CaptureInspection, _ classes: PacketClasses) {
        startedAt = inspection.firstStamp
        if let first = inspection.firstStamp, let last = inspection.lastStamp { span = last - first }
        packets = inspection.packets
        connections = inspection.flows.count
        transfers = inspection.exchanges.count
        closed = inspection.estimates.count
        wireDownBytes = classes.wireBytes(.down)
        wireUpBytes = classes.wireBytes(.up)
        findings = inspection.findings.kept.count + inspection.findings.leftOut
        finding = inspection.findings.kept.first.map(Self.words)
        var (failed, requests, bodyBytes) = (0, 0, 0)
        for exchange in inspection.exchanges {
            if exchange.status == nil { failed += 1 }
            if exchange.method != nil { requests += 1 }
            bodyBytes += exchange.bodyBytes
        }
        (self.failed, self.requests, self.bodyBytes) = (failed, requests, bodyBytes)
    }

    func write(
        to writer: inout JSONWriter,
        of capture: NamedCapture,
        _ outcome: CaptureReadingRow.Outcome,
        _ failure: String?
    ) {
        writer.member("identity", capture.identity)
        writer.member("outcome", outcome.rawValue)
        writer.member("failure", failure)
        writer.member("fileBytes", capture.bytes)
        writer.member("startedAtNs", startedAt)
        writer.member("spanNs", span)
        writer.member("packets", packets)
        writer.member("connections", connections)
        writer.member("transfers", transfers)
        writer.member("failedTransfers", failed)
        writer.member("requests", requests)
        writer.member("closedExchanges", closed)
        writer.member("bodyBytes", bodyBytes)
        writer.member("wireDownBytes", wireDownBytes)
        writer.member("wireUpBytes", wireUpBytes)
        writer.member("findings", findings)
        writer.member("finding", finding)
    }

    /// With its place.
    static func words(_ finding: CaptureFinding) -> String {
        let places = [
            ("packet", finding.packet), ("block", finding.block), ("stream", finding.connection?.stream),
            ("QUIC connection", finding.connection?.quic),
        ]
        let place = places.lazy.compactMap { name, number in number.map { "\(name) \($0): " } }.first
        return (place ?? "") + finding.fault.words
    }
}
