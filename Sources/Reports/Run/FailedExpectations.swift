package import Runs

/// A run's failed expectations, one line each: `dsl, line 24: not held: cold.makespan < 8 s: 9.104 s`.
package struct FailedExpectations: Sendable {
    private let result: RunResult

    package init(_ result: RunResult) {
        self.result = result
    }

    package var lines: [String] {
        let run = ([result.scenario] + result.distinction).joined(separator: ", ")
        return result.expectations.filter { $0.verdict == .notHeld }.map { expectation in
            "\(run), line \(expectation.line): not held: \(expectation.text): \(expectation.found)"
        }
    }
}
