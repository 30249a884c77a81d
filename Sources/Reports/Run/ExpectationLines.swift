package import Runs

/// A scenario's expectations, their verdicts and the actual values.
package struct ExpectationLines: Sendable {
    private let expectations: [ExpectationResult]

    package init(_ expectations: [ExpectationResult]) {
        self.expectations = expectations
    }

    package var section: ReportSection {
        let held = expectations.count { $0.held == true }
        return [
            .heading("expectations: \(held) of \(expectations.count) held"),
            .terms(ReportTerms(expectations.map(Self.term))),
        ]
    }

    private static func term(_ expectation: ExpectationResult) -> ReportTerm {
        let place = expectation.verdict == .held ? "" : " (line \(expectation.line))"
        let meaning = "\(expectation.text)\(place): \(expectation.found)"
        return switch expectation.verdict {
        case .held: ReportTerm("held", .good, meaning: meaning)
        case .notHeld: ReportTerm("NOT HELD", .bad, meaning: meaning)
        case .notJudged: ReportTerm("not judged", .doubtful, meaning: meaning)
        case .notRun: ReportTerm("not run", .doubtful, meaning: meaning)
        }
    }
}
