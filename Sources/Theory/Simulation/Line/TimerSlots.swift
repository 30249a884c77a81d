import Wire

/// The slots of one end's timers. A timer that is set again for the same time keeps its slot.
struct TimerSlots {
    private var retransmission: TimerSlot?
    private var acknowledgement: TimerSlot?

    /// Notes when an end's timers are due; `order` counts those that are set.
    mutating func note(_ end: TCPEndpoint, at now: Instant, order: inout Int) {
        Self.note(end.retransmission, in: &retransmission, at: now, &order)
        Self.note(end.delayedAcknowledgement, in: &acknowledgement, at: now, &order)
    }

    private static func note(_ due: Instant?, in slot: inout TimerSlot?, at now: Instant, _ order: inout Int)
    {
        guard slot?.due != due else { return }
        slot = due.map { TimerSlot(due: $0, set: now, order: order) }
        order += 1
    }

    /// The first that is due by that moment.
    func due(by now: Instant) -> TimerSlot? {
        [retransmission, acknowledgement].compactMap(\.self).filter { $0.due <= now }.min { $0.due < $1.due }
    }
}
