package import JSON
import LinkModel
package import Runs
package import Theory

/// One simulated packet: its fate on the line and its content. Sequence numbers over time make a
/// time-sequence graph.
package struct PredictedPacket: JSONLine {
    package static let schema = "netlab.packets/1"

    private let entry: LinkLogEntry
    private let content: SimulatedPacketContent

    package init(_ entry: LinkLogEntry, _ content: SimulatedPacketContent) {
        self.entry = entry
        self.content = content
    }

    package func write(to writer: inout JSONWriter) {
        writer.raw("{")
        writer.member("direction", entry.packet.direction.rawValue)
        writer.member("flow", entry.packet.flow)
        writer.member("packet", entry.packet.number)
        writer.member("bytes", entry.bytes)
        writer.member("sequence", content.sequence)
        writer.member("payload", content.payload)
        writer.member("acknowledged", content.acknowledged)
        writer.member("window", content.window)
        writer.raw(",\"retransmission\":\(content.isRetransmission)")
        let ranges = content.selective.map { "[\($0.lowerBound),\($0.upperBound)]" }
        writer.raw(",\"selective\":[\(ranges.joined(separator: ","))]")
        writer.member("arrivalNs", entry.arrival)
        writer.member("serviceStartNs", entry.decision.serviceStart)
        writer.member("serviceEndNs", entry.decision.serviceEnd)
        writer.member("dueNs", entry.decision.due)
        writer.member("fate", entry.decision.fate.rawValue)
        writer.raw("}")
    }
}
