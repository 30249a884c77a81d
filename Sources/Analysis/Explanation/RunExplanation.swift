package import Runs

/// A run explained, as far as its folder tells.
package struct RunExplanation: Sendable {
    package static let schema = "netlab.explanation/1"

    package let result: RunResult
    package let steps: [StepExplanation]
    /// True where nothing but a capture is known.
    package let isOfCapture: Bool
    /// What the folder did not have, in sentences without a full stop.
    package let missing: [String]
    /// What would have made it faster, the largest gain first; nil where that was not asked, or cannot be told.
    package var whatIfs: [WhatIf]?

    package init(_ result: RunResult, missing: [String] = [], isOfCapture: Bool = false) {
        self.result = result
        self.isOfCapture = isOfCapture
        self.missing = missing
        steps = result.steps.map { StepExplanation($0, of: result) }
    }
}
