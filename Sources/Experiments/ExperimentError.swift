import Grounds
import Testbed

/// Why an experiment has no result, and what to do about it.
package struct ExperimentError: Error, Hashable, Sendable {
    package enum Cause: Hashable, Sendable {
        /// Something that the run needs from this machine was missing or failed.
        case failure
        /// The machine was too busy for trusted figures; a later run may give them.
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
