import Figures
import Inspection
import JSON
import Wire

/// The UDP flows of a capture.
struct DatagramReport {
    private static let unknown = "-"

    private let flows: InspectedList<CaptureDatagrams>
    private let start: Int64

    init(_ flows: InspectedList<CaptureDatagrams>, start: Int64) {
        self.flows = flows
        self.start = start
    }

    var isEmpty: Bool { flows.isEmpty }

    var table: ReportTable {
        let start = start
        return ReportTable(
            of: flows,
            [
                .text("UDP", cell: Self.content),
                .number("client", priority: 3) { $0.client.description },
                .text("server") { ($0.serverName ?? $0.server.description).printable.shortened(to: 32) },
                .number("packets", "up", priority: 2) { ByteFormat.grouped($0.up.packets) },
                .number("packets", "down", priority: 2) { ByteFormat.grouped($0.down.packets) },
                .number("wire bytes", "up", priority: 4) { ByteFormat.text($0.up.wireBytes) },
                .number("wire bytes", "down") { ByteFormat.text($0.down.wireBytes) },
                .number("from", "start", priority: 1) { DurationFormat.text(max(0, $0.firstStamp &- start)) },
                .number("round", "trip", priority: 6) {
                    $0.roundTrip?.median.map { DurationFormat.text($0) } ?? Self.unknown
                },
                .number("for", priority: 5) { DurationFormat.text($0.lastStamp &- $0.firstStamp) },
            ]
        )
    }

    private static func content(_ flow: CaptureDatagrams) -> String {
        switch flow.content {
        case .quic: (["QUIC"] + flow.applicationProtocols.prefix(1)).joined(separator: " ").printable
        case .dns: "DNS"
        case .unknown: unknown
        }
    }
}

extension DatagramReport {
    /// Times count from the capture's first packet.
    var draft: JSONDraft {
        let (flows, start) = (flows, start)
        return .elements(flows.count) { .value(Self.json(flows[$0], start)) }
    }

    private static func json(_ roundTrip: SampleStatistics) -> JSONValue {
        [
            "samples": roundTrip.count.json, "minNs": roundTrip.least.json, "medianNs": roundTrip.median.json,
            "maxNs": roundTrip.most.json,
        ]
    }

    private static func json(_ flow: CaptureDatagrams, _ start: Int64) -> JSONValue {
        func side(_ side: CaptureDatagrams.Side) -> JSONValue {
            [
                "packets": side.packets.json, "wireBytes": side.wireBytes.json,
                "payloadBytes": side.payloadBytes.json,
            ]
        }
        return [
            "number": flow.number.json, "client": flow.client.description.json,
            "server": flow.server.description.json, "content": flow.content.rawValue.json,
            "version": (flow.version?.description).json, "serverName": flow.serverName.json,
            "alpn": flow.applicationProtocols.json, "firstPacket": flow.firstPacket.json,
            "startNs": (flow.firstStamp &- start).json,
            "durationNs": (flow.lastStamp &- flow.firstStamp).json, "answerNs": flow.answerTime.json,
            "roundTrip": flow.roundTrip.map(Self.json).json,
            "up": side(flow.up), "down": side(flow.down),
        ]
    }
}
