/// An expectation and its verdict.
package struct ExpectationResult: Hashable, Sendable {
    package enum Verdict: String, Hashable, Sendable {
        case held
        case notHeld = "not-held"
        /// Concerns time in a run that cannot be trusted, or a figure that this run does not have.
        case notJudged = "not-judged"
        /// The run stopped before the expectation's step was over.
        case notRun = "not-run"
    }

    /// Why theory has no figure to compare with.
    package enum Untold: Hashable, Sendable {
        /// The line does what theory ignores.
        case line([TheoryGap])
        /// The state of a connection that is used again is not known, or how the origin answers.
        case connection
    }

    package var text: String
    package var line: Int
    package var verdict: Verdict
    package var actual: ExpectationFinding
    package var untold: Untold?

    package init(
        text: String,
        line: Int,
        verdict: Verdict,
        actual: ExpectationFinding,
        untold: Untold? = nil
    ) {
        self.text = text
        self.line = line
        self.verdict = verdict
        self.actual = actual
        self.untold = untold
    }

    /// nil if the expectation was not judged.
    package var held: Bool? {
        switch verdict {
        case .held: true
        case .notHeld: false
        case .notJudged, .notRun: nil
        }
    }
}
