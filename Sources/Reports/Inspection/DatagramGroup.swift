import Figures
import Inspection
import JSON

/// A capture's UDP flows to one server, summed up.
struct DatagramGroup: Hashable, Sendable, JSONRepresentable {
    var name: String
    var flows = 0
    var upBytes = 0
    var downBytes = 0
    var packets = 0

    /// Most bytes first.
    static func groups(_ flows: InspectedList<CaptureDatagrams>) -> [DatagramGroup] {
        var groups: [String: DatagramGroup] = [:]
        for flow in flows {
            let name = flow.serverName ?? "\(flow.server.address)"
            var group = groups.removeValue(forKey: name) ?? DatagramGroup(name: name)
            group.flows += 1
            group.upBytes += flow.up.wireBytes
            group.downBytes += flow.down.wireBytes
            group.packets += flow.up.packets + flow.down.packets
            groups[name] = group
        }
        return groups.values.sorted { ($1.bytes, $0.name) < ($0.bytes, $1.name) }
    }

    private var bytes: Int { upBytes + downBytes }

    static func table(_ groups: [DatagramGroup]) -> ReportTable {
        ReportTable(
            groups,
            [
                .text("UDP server") { $0.name.printable.shortened(to: 40) },
                .number("flows") { ByteFormat.grouped($0.flows) },
                .number("packets") { ByteFormat.grouped($0.packets) },
                .number("wire bytes", "up") { ByteFormat.text($0.upBytes) },
                .number("wire bytes", "down") { ByteFormat.text($0.downBytes) },
            ]
        )
    }

    var json: JSONValue {
        [
            "name": name.json, "flows": flows.json, "packets": packets.json, "wireUpBytes": upBytes.json,
            "wireDownBytes": downBytes.json,
        ]
    }
}
