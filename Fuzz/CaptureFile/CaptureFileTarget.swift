import FuzzSupport
import Inspection
import Reports
import Runs
import Wire

/// Any bytes as a capture file: the same packets however the file is cut, and a report whatever they are.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzCaptureFile(_ data: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let file = bytes(data, count)
    let whole = Reading(of: [file[...]])
    let cut = Reading(of: pieces(of: file))
    demand(whole == cut, "what a file holds depends on how it is cut")

    var inspector = CaptureInspector()
    for packet in whole.packets { inspector.receive(packet.header, packet.bytes.span.bytes) }
    let inspection = inspector.finish()
    demand(inspection.packets == whole.packets.count, "not every packet was counted")
    for exchange in inspection.exchanges {
        demand(exchange.bodyBytes >= 0 && exchange.contentBytes <= exchange.bodyBytes, "\(exchange)")
        demand(exchange.isDecoded || exchange.decodedBytes == exchange.contentBytes, "\(exchange)")
        demand(exchange.headerBytes >= 0 && exchange.retransmittedBytes >= 0, "\(exchange)")
    }
    let report = InspectionReport(inspection, file: "fuzzed.pcapng")
    demand(!report.text(TerminalStyle()).isEmpty, "no report")
    demand(!report.json.line.isEmpty, "no report")
    return 0
}
