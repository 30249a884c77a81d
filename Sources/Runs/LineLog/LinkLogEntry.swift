package import LinkModel
package import Wire

/// What the line did to one packet.
package struct LinkLogEntry: Hashable, Sendable {
    package var packet: PacketIdentity
    /// Length of the whole IP packet.
    package var bytes: Int
    package var arrival: Instant
    package var decision: LinkDecision
    /// When the packet was actually written to the other host; nil if it was dropped, or still under way at
    /// the end.
    package var departure: Instant?
    /// nil for a packet without a connection, and on a byte-stream line.
    package var segment: LinkSegment?

    package init(
        packet: PacketIdentity,
        bytes: Int,
        arrival: Instant,
        decision: LinkDecision,
        departure: Instant? = nil,
        segment: LinkSegment? = nil
    ) {
        self.packet = packet
        self.bytes = bytes
        self.arrival = arrival
        self.decision = decision
        self.departure = departure
        self.segment = segment
    }

    /// How late the packet left after its due time.
    package var lateness: Nanoseconds? {
        departure.map { max(0, $0 - decision.due) }
    }
}
