import Wire

/// A packet waiting to be served.
struct QueuedPacket: Sendable {
    var packet: LinkPacket
    var arrival: Instant
    var alterations: LinkAlterations = []
    /// See `LinkDecision.wrongBit`.
    var wrongBit: UInt32 = 0
    var course = PacketCourse()

    init(_ packet: LinkPacket, arrival: Instant) {
        self.packet = packet
        self.arrival = arrival
    }

    var bytes: Int { packet.bytes }

    func ended(_ fate: LinkFate, at moment: Instant) -> LinkOutcome {
        var decision = LinkDecision.ended(fate, at: moment)
        decision.alterations = alterations.subtracting(.marked)
        decision.wrongBit = wrongBit
        return LinkOutcome(ticket: packet.ticket, decision: decision)
    }
}
