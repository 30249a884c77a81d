import LinkModel
import Wire

/// What a run's log shows of a sender at one moment.
package struct PartedSender: Hashable, Sendable {
    /// End of what it has sent, and of what it knows to have arrived, in its stream.
    package private(set) var next = 0
    package private(set) var acknowledged = 0
    /// Packets that the line lost or dropped, and those that went again.
    package private(set) var lost = 0
    package private(set) var repeated = 0

    /// Bytes that it does not know to have arrived.
    package var outstanding: Int { next - acknowledged }

    /// `sent` are its packets, `heard` those of the other end, in order.
    init(sent: [PartedPacket], heard: [PartedPacket], at now: Instant) {
        for packet in sent where packet.at <= now {
            if packet.payload > 0, packet.sequence < next { repeated += 1 }
            if packet.fate != .delivered { lost += 1 }
            next = max(next, packet.end)
        }
        for packet in heard {
            guard let left = packet.left, left <= now else { continue }
            acknowledged = max(acknowledged, packet.acknowledged)
        }
    }
}
