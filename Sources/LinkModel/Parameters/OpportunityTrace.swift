package import Wire

/// The times at which a recorded line could carry something, as mahimahi writes them: one packet's worth of bytes each.
package struct OpportunityTrace: Hashable, Sendable {
    /// What one opportunity carries, in bytes of IP packets. Several small packets share one; a larger one takes several.
    package static let opportunityBytes = 1500

    /// Where it was read from, as the scenario names it.
    package var name: String
    /// Milliseconds from the start, never falling; at least one, the last one above 0. A time stands as often as it has
    /// opportunities.
    package var milliseconds: [UInt32]
    /// From the start again after the last time; else nothing is carried any more.
    package var repeats: Bool

    package init(name: String, milliseconds: [UInt32], repeats: Bool) {
        self.name = name
        self.milliseconds = milliseconds
        self.repeats = repeats
    }

    /// One round of it.
    package var length: Nanoseconds {
        Nanoseconds(milliseconds.last ?? 0) * 1_000_000
    }

    package var meanBps: Int64 {
        let bits = Double(milliseconds.count * Self.opportunityBytes * 8)
        return Int64((bits / (Double(max(1, length)) / 1e9)).rounded())
    }
}
