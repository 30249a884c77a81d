import LinkModel
import Runs
import Wire

/// One packet of a connection as the line's log has it, its bytes counted from the stream's beginning.
struct FlowPacket: Hashable {
    /// Bytes of the stream that it carries.
    var bytes: Range<Int64>
    /// Up to where its sender had the other direction's stream.
    var acknowledged: Int64
    /// Up to where its sender has room for the other direction's stream.
    var edge: Int64
    /// Of the whole IP packet.
    var size: Int
    var arrival: Instant
    /// From when the line was its own: a line that stands still stands still for the packet at its head.
    var serviceStart: Instant
    var serviceEnd: Instant
    var due: Instant
    /// nil where it was dropped, or never left.
    var departure: Instant?
    var fate: LinkFate
    var isCorrupted: Bool
    var isSyn: Bool

    init(_ entry: LinkLogEntry, bytes: Range<Int64>, acknowledged: Int64, edge: Int64) {
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
    }

    var isServed: Bool { fate == .delivered }

    /// When it came to its receiver in a state to be used; nil where it did not.
    var received: Instant? { isCorrupted ? nil : departure }

    /// When it was clear that it would not come; nil where it came.
    var lost: Instant? {
        if fate != .delivered { return serviceEnd }
        return isCorrupted ? departure ?? due : nil
    }

    var lateness: Nanoseconds { departure.map { max(0, $0 - due) } ?? 0 }
}
