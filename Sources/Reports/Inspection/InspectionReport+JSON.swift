import Inspection
package import Runs
import Wire

extension InspectionReport: JSONRepresentable {
    /// Times count from the capture's first packet, `startedAt`; an exchange for each final response.
    package var json: JSONValue {
        let start = inspection.firstStamp
        return [
            "schema": "netlab.inspection/1", "file": file.json,
            "startedAt": start.map(TimestampFormat.text).json, "startedAtNs": start.json,
            "packets": inspection.packets.json,
            "exchanges": .array(exchanges.map { Self.json($0, start ?? 0) }),
            "flows": .array(flows.map { Self.json($0, start ?? 0) }), "handshakes": [],
            "findings": .array(inspection.findings.kept.map(Self.json)),
            "findingsLeftOut": inspection.findings.leftOut.json,
        ]
    }

    /// One document for the captures of a command: the inspection itself, or all of them where there are several.
    package static func document(_ reports: [InspectionReport]) -> JSONValue {
        if reports.count == 1 { return reports[0].json }
        return ["schema": "netlab.inspections/1", "inspections": reports.json]
    }

    private static func json(_ exchange: CaptureExchange, _ start: Int64) -> JSONValue {
        [
            "method": exchange.method.json, "url": exchange.url.json, "status": exchange.status.json,
            "httpVersion": exchange.version.json, "stream": exchange.stream.json,
            "order": exchange.order.json,
            "requestNs": exchange.requestSent.map { $0 - start }.json,
            "firstByteNs": exchange.firstByte.map { $0 - start }.json,
            "lastByteNs": exchange.lastByte.map { $0 - start }.json, "durationNs": exchange.duration.json,
            "requestBytes": exchange.requestBytes.json, "headerBytes": exchange.headerBytes.json,
            "bodyBytes": exchange.bodyBytes.json, "decodedBytes": exchange.decodedBytes.json,
            "speedBps": exchange.speedBps.json, "retransmittedBytes": exchange.retransmittedBytes.json,
            "wireDownBytes": exchange.wireDownBytes.json, "wireUpBytes": exchange.wireUpBytes.json,
            "firstPacket": exchange.firstPacket.json, "lastPacket": exchange.lastPacket.json,
            "complete": exchange.isComplete.json,
        ]
    }

    private static func json(_ flow: CaptureFlow, _ start: Int64) -> JSONValue {
        [
            "stream": flow.stream.json, "client": flow.client.description.json,
            "server": flow.server.description.json, "clientGuessed": flow.isClientGuessed.json,
            "startNs": (flow.firstStamp - start).json, "durationNs": (flow.lastStamp - flow.firstStamp).json,
            "handshakeNs": flow.handshakeRoundTrip.json, "exchanges": flow.exchanges.json,
            "up": json(flow.up), "down": json(flow.down), "resets": flow.resets.json,
            "ending": flow.ending.rawValue.json,
        ]
    }

    private static func json(_ side: CaptureFlow.Side) -> JSONValue {
        [
            "packets": side.packets.json, "wireBytes": side.wireBytes.json,
            "streamBytes": side.streamBytes.json,
            "retransmittedBytes": side.retransmittedBytes.json, "missingBytes": side.missingBytes.json,
        ]
    }

    private static func json(_ finding: CaptureFinding) -> JSONValue {
        [
            "packet": finding.packet.json, "block": finding.block.json, "stream": finding.stream.json,
            "sentence": finding.sentence.json,
        ]
    }
}
