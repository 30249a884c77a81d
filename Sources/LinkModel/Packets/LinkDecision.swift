package import Wire

/// The line's decision about one packet: when it is served and when it is due, or that it is dropped.
package struct LinkDecision: Hashable, Sendable {
    package var fate: LinkFate
    package var alterations: LinkAlterations = []
    /// Index of the wrong bit in the IP packet, from 0; meaningless unless the packet is corrupted.
    package var wrongBit: UInt32 = 0
    /// Start of service. A dropped packet has the time of the drop here and in `serviceEnd`.
    package var serviceStart: Instant
    package var serviceEnd: Instant
    /// When the packet leaves the line; never before an earlier delivered packet, unless it was reordered.
    package var due: Instant

    package init(fate: LinkFate, serviceStart: Instant, serviceEnd: Instant, due: Instant) {
        self.fate = fate
        self.serviceStart = serviceStart
        self.serviceEnd = serviceEnd
        self.due = due
    }

    /// A packet that goes no further from `moment` on.
    package static func ended(_ fate: LinkFate, at moment: Instant) -> LinkDecision {
        LinkDecision(fate: fate, serviceStart: moment, serviceEnd: moment, due: moment)
    }
}
