package import LinkModel
package import Wire

/// What the line did to one packet.
package struct LinkLogEntry: Hashable, Sendable {
    package var packet: PacketIdentity
    /// The whole IP packet.
    package var bytes: Int
    package var arrival: Instant
    package var decision: LinkDecision
    /// When the packet was really written to the other host; nil where it was dropped or still under way at the end.
    package var departure: Instant?
    /// nil for a packet of no connection, and on a line of byte streams.
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

    /// How long after it was due the packet left.
    package var lateness: Nanoseconds? {
        departure.map { max(0, $0 - decision.due) }
    }
}
