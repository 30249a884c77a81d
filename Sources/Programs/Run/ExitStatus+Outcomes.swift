package import Runs

extension ExitStatus {
    /// Interruption takes precedence over failure, failure over untrusted figures, and those over unmet expectations.
    package static func worst(of outcomes: [RunResult.Outcome], untrusted: ExitStatus = .failed) -> ExitStatus
    {
        if outcomes.contains(.interrupted) { return .interrupted }
        if outcomes.contains(.failed) { return .failed }
        if outcomes.contains(.untrusted) { return untrusted }
        return outcomes.contains(.expectationsFailed) ? .expectationsNotMet : .done
    }
}
