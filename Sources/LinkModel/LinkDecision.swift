package import Wire

/// What the line decided about one packet: when it is served, when it is due at the other end, or that it is dropped.
package struct LinkDecision: Hashable, Sendable {
    package var fate: LinkFate
    /// Arrival, where the packet was dropped.
    package var serviceStart: Instant
    package var serviceEnd: Instant
    /// When the packet leaves the line. Never earlier than that of the packet before it.
    package var due: Instant

    package init(fate: LinkFate, serviceStart: Instant, serviceEnd: Instant, due: Instant) {
        self.fate = fate
        self.serviceStart = serviceStart
        self.serviceEnd = serviceEnd
        self.due = due
    }
}
