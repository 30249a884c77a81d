import Testbed

/// Why an experiment has no result: what was tried, and what to do.
package struct ExperimentError: Error, Hashable, Sendable {
    package enum Cause: Hashable, Sendable {
        /// Something of this machine's was missing, or failed.
        case failure
        /// The machine was too busy for figures: others may have them.
        case busyMachine
    }

    package var message: String
    package var advice: String?
    package var cause: Cause

    package init(_ message: String, advice: String? = nil, cause: Cause = .failure) {
        self.message = message
        self.advice = advice
        self.cause = cause
    }

    init(_ error: BenchError) {
        self.init(error.message, advice: error.advice)
    }
}

extension ExperimentError: CustomStringConvertible {
    package var description: String {
        advice.map { "\(message): \($0)" } ?? message
    }
}
