import Runs

extension RunResult {
    /// The step that an expectation is about, by its words; nil if the run did not come to it.
    func step(of expectation: ExpectationResult) -> StepResult? {
        var subject = expectation.text[...]
        // `p(95, cold.duration)`, `hitRatio(warm)`.
        if let fold = subject.prefixMatch(of: /[A-Za-z]+\((?:[0-9.]+, *)?/) {
            subject = subject[fold.range.upperBound...]
        }
        return steps.filter { step in
            guard subject.hasPrefix(step.name) else { return false }
            let next = subject.dropFirst(step.name.count).first
            return next == "." || next == "[" || next == ")"
        }
        .max { $0.name.count < $1.name.count }
    }
}
