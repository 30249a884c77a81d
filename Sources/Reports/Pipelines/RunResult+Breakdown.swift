import Runs

extension RunResult {
    /// Why the run itself is no success, whatever was expected of it; nil if it is one.
    var breakdown: String? {
        switch outcome {
        case .ok, .expectationsFailed: nil
        case .untrusted: "the figures cannot be trusted: \(emulation.why ?? "no reason is known")"
        case .failed: failure ?? "it failed"
        case .interrupted: failure ?? "it was interrupted"
        }
    }
}
