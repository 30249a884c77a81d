package import Inspection
package import Runs

/// A run explained, or a capture as far as it allows.
package struct RunExplanation: Sendable {
    package static let schema = "netlab.explanation/1"

    package let result: RunResult
    package let steps: [StepExplanation]
    /// True if only a capture is known.
    package let isOfCapture: Bool
    /// What the capture lacked, or what of the folder contradicts itself.
    package let missing: [ExplanationGap]
    /// Changes that would have made the run faster, the largest gain first; nil if not requested, or not
    /// computable.
    package var whatIfs: [WhatIf]?

    package init(_ result: RunResult, missing: [ExplanationGap] = []) {
        self.init(result, missing: missing, isOfCapture: false, silences: [:])
    }

    /// A capture's transfers. `silences` are the longest ones of their connections meanwhile, by transfer.
    package init(
        ofCapture result: RunResult,
        missing: [ExplanationGap] = [],
        silences: [Int: CaptureSilence] = [:]
    ) {
        self.init(result, missing: missing, isOfCapture: true, silences: silences)
    }

    private init(
        _ result: RunResult,
        missing: [ExplanationGap],
        isOfCapture: Bool,
        silences: [Int: CaptureSilence]
    ) {
        self.result = result
        self.isOfCapture = isOfCapture
        self.missing = missing
        steps = result.steps.map { StepExplanation($0, of: result, silences) }
    }
}
