package import JSON
package import Runs

extension EmulationResult: JSONRepresentable {
    /// Why the figures cannot be trusted, without a full stop; nil if they can.
    package var why: String? { isTrusted ? nil : doubts.words }

    package var json: JSONValue {
        [
            "latenessP50Ns": latenessP50.json, "latenessP99Ns": latenessP99.json,
            "latenessMaxNs": latenessMax.json, "captureDrops": captureDrops.json,
            "trusted": isTrusted.json, "why": why.json,
        ]
    }
}
