import FuzzSupport
import Inspection
import JSON
import Reports
import Wire

/// Any bytes as a capture file: the same packets however the file is cut, and always a report.
package func fuzzCaptureFile(_ file: [UInt8]) {
    let whole = Reading(of: [file[...]])
    let cut = Reading(of: pieces(of: file))
    demand(whole == cut, "what a file holds depends on how it is cut")

    var options = ConversationOptions()
    options.chronicle = ChronicleOrder(stream: 0)
    var inspector = CaptureInspector(options: options)
    for packet in whole.packets { inspector.receive(packet.header, packet.bytes.span.bytes) }
    let inspection = inspector.finish()
    demand(inspection.packets == whole.packets.count, "not every packet was counted")
    for exchange in inspection.exchanges {
        demand(exchange.bodyBytes >= 0 && exchange.contentBytes <= exchange.bodyBytes, "\(exchange)")
        demand(exchange.isDecoded || exchange.decodedBytes == exchange.contentBytes, "\(exchange)")
        demand(exchange.headerBytes >= 0 && exchange.retransmittedBytes >= 0, "\(exchange)")
    }
    demand(inspection.events?.events.allSatisfy { $0.bytes >= 0 && $0.count > 0 } == true, "no events")
    let report = InspectionReport(inspection, file: "fuzzed.pcapng")
    demand(!TerminalRenderer(TerminalStyle()).text(report.document).isEmpty, "no report")
    demand(!InspectionJSON.document([report]).value.line.isEmpty, "no report")
    let closely = InspectionReport(inspection, file: "fuzzed.pcapng", stream: 0)
    demand(!TerminalRenderer(TerminalStyle()).text(closely.document).isEmpty, "no report of one connection")
}
