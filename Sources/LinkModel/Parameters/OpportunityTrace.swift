package import Wire

/// The times at which a recorded line could carry data, in mahimahi's format: one packet's worth of bytes
/// each.
package struct OpportunityTrace: Hashable, Sendable {
    /// Bytes of IP packets per opportunity. Several small packets share one; a larger packet takes several.
    package static let opportunityBytes = 1500

    /// The path as the scenario writes it.
    package var name: String
    /// Milliseconds from the start, never decreasing; at least one, the last above 0. A time is repeated for
    /// each of its opportunities.
    package var milliseconds: [UInt32]
    /// Starts again after the last time; otherwise the line then carries nothing more.
    package var repeats: Bool

    package init(name: String, milliseconds: [UInt32], repeats: Bool) {
        self.name = name
        self.milliseconds = milliseconds
        self.repeats = repeats
    }

    /// Duration of one round.
    package var length: Nanoseconds {
        Nanoseconds(milliseconds.last ?? 0) * 1_000_000
    }

    package var meanBps: Int64 {
        let bits = Double(milliseconds.count * Self.opportunityBytes * 8)
        return Int64((bits / (Double(max(1, length)) / 1e9)).rounded())
    }
}
