package import Wire

/// What the line decided about one packet: when it is served, when it is due at the other end, or that it is dropped.
package struct LinkDecision: Hashable, Sendable {
    package var fate: LinkFate
    package var alterations: LinkAlterations = []
    /// Which bit of the IP packet is wrong, counted from its first; of no meaning where it is not corrupted.
    package var wrongBit: UInt32 = 0
    /// When it was dropped, where it was, as is the end.
    package var serviceStart: Instant
    package var serviceEnd: Instant
    /// When the packet leaves the line: never before one that was delivered ahead of it, unless it was reordered.
    package var due: Instant

    package init(fate: LinkFate, serviceStart: Instant, serviceEnd: Instant, due: Instant) {
        self.fate = fate
        self.serviceStart = serviceStart
        self.serviceEnd = serviceEnd
        self.due = due
    }

    /// Not carried any further from `moment` on.
    package static func ended(_ fate: LinkFate, at moment: Instant) -> LinkDecision {
        LinkDecision(fate: fate, serviceStart: moment, serviceEnd: moment, due: moment)
    }
}
