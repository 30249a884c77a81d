import Scenarios

/// Subjects written as functions: `p(95, WHAT)`, `max(WHAT)`, `hitRatio(STEP)`.
extension SubjectParser {
    func subject(
        _ call: SubjectCall,
        _ token: ExpectationToken
    ) throws(ExpectationProblem) -> Expectation.Subject {
        let wanted = call.name == "p" ? 2 : 1
        guard call.arguments.count == wanted, call.arguments.allSatisfy({ !$0.text.isEmpty }) else {
            let usage =
                call.name == "hitRatio"
                ? "hitRatio(STEP)"
                : call.name == "p" ? "p(95, STEP.METRIC)" : "\(call.name)(STEP.METRIC)"
            throw ExpectationProblem(offset: token.offset, message: "write `\(usage)`")
        }
        if call.name == "hitRatio" { return try hitRatio(call.arguments[0]) }
        let fold = try fold(call)
        let inner = call.arguments[wanted - 1]
        var subject = try plain(inner)
        if subject.metric.isOfStep {
            throw ExpectationProblem(
                offset: inner.offset,
                message:
                    "`\(subject.metric.name)` is one figure of the step already: write `\(subject.text)`"
            )
        }
        guard subject.metric.kind != .word else {
            throw ExpectationProblem(
                offset: inner.offset,
                message: "`\(subject.metric.name)` is a word: `\(call.name)` takes figures"
            )
        }
        subject.fold = fold
        return subject
    }

    private func hitRatio(_ step: ExpectationToken) throws(ExpectationProblem) -> Expectation.Subject {
        guard steps[step.text] != nil else {
            throw ExpectationProblem(
                offset: step.offset,
                message: "no step \(step.text.quoted) that fetches",
                word: step.text,
                candidates: steps.keys.sorted()
            )
        }
        return Expectation.Subject(step: step.text, metric: ExpectationMetric("hitRatio", .ratio, of: .step))
    }

    private func fold(_ call: SubjectCall) throws(ExpectationProblem) -> Expectation.Fold {
        switch call.name {
        case "max": return .max
        case "min": return .min
        case "mean": return .mean
        case "sum": return .sum
        default: return .percentile(try percent(call.arguments[0]))
        }
    }

    /// `95` or `95 %`.
    private func percent(_ token: ExpectationToken) throws(ExpectationProblem) -> Double {
        let digits = token.text.hasSuffix("%") ? String(token.text.dropLast()) : token.text
        let bare = String(digits.reversed().drop(while: \.isWhitespace).reversed())
        guard let percent = Double(bare), percent > 0, percent <= 100 else {
            throw ExpectationProblem(
                offset: token.offset,
                message: "`p` takes a number above 0, up to 100, which \(token.text.quoted) is not"
            )
        }
        return percent
    }
}
