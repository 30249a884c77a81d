package import Wire

/// What the line decided about one packet: when it is served, when it is due at the other end, or that it is dropped.
package struct LinkDecision: Hashable, Sendable {
    package var fate: LinkFate
    /// Arrival, where the packet was dropped, as is the end.
    package var serviceStart: Instant
    package var serviceEnd: Instant
    /// When the packet leaves the line: never before one that was delivered ahead of it. Arrival, where it was dropped.
    package var due: Instant

    package init(fate: LinkFate, serviceStart: Instant, serviceEnd: Instant, due: Instant) {
        self.fate = fate
        self.serviceStart = serviceStart
        self.serviceEnd = serviceEnd
        self.due = due
    }
}
