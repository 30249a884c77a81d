import LinkModel
import Runs
import Wire

/// One packet of a connection from the line's log, its bytes counted from the stream's beginning.
struct FlowPacket: Hashable {
    let identity: PacketIdentity
    /// Bytes of the stream that it carries.
    var bytes: Range<Int64>
    /// How far its sender acknowledges the other direction's stream.
    var acknowledged: Int64
    /// Right edge of its sender's window for the other direction's stream.
    var edge: Int64
    /// Size of the whole IP packet.
    var size: Int
    var arrival: Instant
    /// When the line began to serve it: an outage counts for the packet at the head of the queue.
    var serviceStart: Instant
    var serviceEnd: Instant
    var due: Instant
    /// nil if it was dropped, or never left.
    var departure: Instant?
    var fate: LinkFate
    var isCorrupted: Bool
    var isSyn: Bool
    var isFin: Bool

    init(_ entry: LinkLogEntry, bytes: Range<Int64>, acknowledged: Int64, edge: Int64) {
        identity = entry.packet
        self.bytes = bytes
        self.acknowledged = acknowledged
        self.edge = edge
        size = entry.bytes
        arrival = entry.arrival
        serviceStart = entry.decision.serviceStart
        serviceEnd = entry.decision.serviceEnd
        due = entry.decision.due
        departure = entry.departure
        fate = entry.decision.fate
        isCorrupted = entry.decision.alterations.contains(.corrupted)
        isSyn = entry.segment?.flags.contains(.syn) ?? false
        isFin = entry.segment?.flags.contains(.fin) ?? false
    }

    var isServed: Bool { fate == .delivered }

    /// When it reached its receiver intact; nil if it did not.
    var received: Instant? { isCorrupted ? nil : departure }

    /// When its loss was certain; nil if it arrived.
    var lost: Instant? {
        if fate != .delivered { return serviceEnd }
        return isCorrupted ? departure ?? due : nil
    }

    var lateness: Nanoseconds { departure.map { max(0, $0 - due) } ?? 0 }
}
