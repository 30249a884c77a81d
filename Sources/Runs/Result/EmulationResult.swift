package import JSON
package import Wire

/// Accuracy of the emulation, which decides whether the figures can be trusted.
package struct EmulationResult: Hashable, Sendable, JSONRepresentable {
    /// Lateness of packets by the link log; nil if the log holds none.
    package var latenessP50: Nanoseconds?
    package var latenessP99: Nanoseconds?
    package var latenessMax: Nanoseconds?
    /// Packets that the recorders missed; nil without captures.
    package var captureDrops: Int?
    /// Why the figures cannot be trusted; nil if they can.
    package var why: String?

    package init(
        latenessP50: Nanoseconds? = nil,
        latenessP99: Nanoseconds? = nil,
        latenessMax: Nanoseconds? = nil,
        captureDrops: Int? = nil,
        why: String? = nil
    ) {
        self.latenessP50 = latenessP50
        self.latenessP99 = latenessP99
        self.latenessMax = latenessMax
        self.captureDrops = captureDrops
        self.why = why
    }

    package var isTrusted: Bool { why == nil }

    package var json: JSONValue {
        [
            "latenessP50Ns": latenessP50.json, "latenessP99Ns": latenessP99.json,
            "latenessMaxNs": latenessMax.json, "captureDrops": captureDrops.json,
            "trusted": isTrusted.json, "why": why.json,
        ]
    }
}
