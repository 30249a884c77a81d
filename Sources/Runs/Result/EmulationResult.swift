package import Wire

/// Accuracy of the emulation, which decides whether the figures can be trusted.
package struct EmulationResult: Hashable, Sendable {
    /// Lateness of packets by the link log; nil if the log holds none.
    package var latenessP50: Nanoseconds?
    package var latenessP99: Nanoseconds?
    package var latenessMax: Nanoseconds?
    /// Packets that the recorders missed; nil without captures.
    package var captureDrops: Int?
    /// Why the figures cannot be trusted; empty if they can.
    package var doubts: [EmulationDoubt]

    package init(
        latenessP50: Nanoseconds? = nil,
        latenessP99: Nanoseconds? = nil,
        latenessMax: Nanoseconds? = nil,
        captureDrops: Int? = nil,
        doubts: [EmulationDoubt] = []
    ) {
        self.latenessP50 = latenessP50
        self.latenessP99 = latenessP99
        self.latenessMax = latenessMax
        self.captureDrops = captureDrops
        self.doubts = doubts
    }

    package var isTrusted: Bool { doubts.isEmpty }
}
