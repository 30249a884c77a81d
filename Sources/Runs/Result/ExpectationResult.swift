package import JSON

/// An expectation and its verdict.
package struct ExpectationResult: Hashable, Sendable, JSONRepresentable {
    package enum Verdict: String, Hashable, Sendable {
        case held
        case notHeld = "not-held"
        /// Concerns time in a run that cannot be trusted, or a figure that this run does not have.
        case notJudged = "not-judged"
        /// The run stopped before the expectation's step was over.
        case notRun = "not-run"
    }

    package var text: String
    package var line: Int
    package var verdict: Verdict
    /// The value that was found.
    package var actual: String

    package init(text: String, line: Int, verdict: Verdict, actual: String) {
        self.text = text
        self.line = line
        self.verdict = verdict
        self.actual = actual
    }

    /// nil if the expectation was not judged.
    package var held: Bool? {
        switch verdict {
        case .held: true
        case .notHeld: false
        case .notJudged, .notRun: nil
        }
    }

    package var json: JSONValue {
        [
            "text": text.json, "line": line.json, "held": held.json, "verdict": verdict.rawValue.json,
            "actual": actual.json,
        ]
    }
}
