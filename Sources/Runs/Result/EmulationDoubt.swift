package import Wire

/// A reason not to trust figures that were measured over the emulated line.
package enum EmulationDoubt: Hashable, Sendable {
    /// The 99th percentile of packets' lateness, above its limit; `shortage` has what is worth telling of it.
    case late(Nanoseconds, limit: Nanoseconds, shortage: ProcessorShortage)
    /// Packets that the recorders missed.
    case missed(packets: Int)
    /// Packets that the line dropped for want of room, against the scenario.
    case dropped(packets: Int)
    /// The wall clock, which stamps the captures, was set during the run.
    case clockSet(by: Nanoseconds)
    /// The words of a `result.json`.
    case text(String)
}
