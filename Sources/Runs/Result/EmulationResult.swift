package import JSON
package import Wire

/// How exact the emulation was, and so whether the figures may be judged by.
package struct EmulationResult: Hashable, Sendable, JSONRepresentable {
    /// How late packets left, by the link log; nil where it holds none.
    package var latenessP50: Nanoseconds?
    package var latenessP99: Nanoseconds?
    package var latenessMax: Nanoseconds?
    /// Packets that the recorders missed; nil where nothing was recorded.
    package var captureDrops: Int?
    /// Why the figures are unfit to judge by; nil where they are fit.
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
