package import JSON

/// An expectation and what came of it.
package struct ExpectationResult: Hashable, Sendable, JSONRepresentable {
    package enum Verdict: String, Hashable, Sendable {
        case held
        case notHeld = "not-held"
        /// About time, in a run that cannot be trusted, or about something that this run cannot tell.
        case notJudged = "not-judged"
        /// The run stopped before the step that it is about was over.
        case notRun = "not-run"
    }

    package var text: String
    package var line: Int
    package var verdict: Verdict
    /// What was found in its place.
    package var actual: String

    package init(text: String, line: Int, verdict: Verdict, actual: String) {
        self.text = text
        self.line = line
        self.verdict = verdict
        self.actual = actual
    }

    /// nil where there is no telling.
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
