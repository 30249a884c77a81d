import Runs
import Scenarios

/// Reads `STEP.METRIC`, `STEP[FILE].METRIC` and functions of them; in a step's own expectation also `METRIC`
/// and `[FILE].METRIC`.
struct SubjectParser {
    /// The files fetched by each step, by step name.
    let steps: [String: [String]]
    let files: [String]
    /// The step that contains the expectation.
    let ownStep: String?

    func parse(_ token: ExpectationToken) throws(ExpectationProblem) -> Expectation.Subject {
        if let call = try SubjectCall(token) { return try subject(call, token) }
        return try plain(token)
    }

    /// A subject without a function.
    private func plain(_ token: ExpectationToken) throws(ExpectationProblem) -> Expectation.Subject {
        let parts = SubjectParts(token)
        if let ownStep, parts.step.isEmpty || ExpectationMetric(name: parts.stepAndMetric) != nil {
            let metric = parts.file == nil ? parts.stepAndMetric : parts.metric
            let offset = parts.file == nil ? token.offset : parts.metricOffset
            return try subject(step: ownStep, parts.file, metric, at: offset, parts)
        }
        guard let fetched = steps[parts.step] else { throw unknownStep(parts, token) }
        if let file = parts.file, files.contains(file), !fetched.contains(file) {
            throw ExpectationProblem(
                offset: parts.fileOffset,
                message: "step `\(parts.step)` does not fetch \(file.quoted)",
                word: file,
                candidates: fetched
            )
        }
        guard !parts.metric.isEmpty else {
            throw ExpectationProblem(
                offset: token.offset,
                message: "\(token.text.quoted) does not name a metric: write `\(parts.step).duration`"
            )
        }
        return try subject(step: parts.step, parts.file, parts.metric, at: parts.metricOffset, parts)
    }

    private func subject(
        step: String,
        _ file: String?,
        _ name: String,
        at offset: Int,
        _ parts: SubjectParts
    ) throws(ExpectationProblem) -> Expectation.Subject {
        if let file, steps[step]?.contains(file) != true {
            throw ExpectationProblem(
                offset: parts.fileOffset,
                message: files.contains(file)
                    ? "step `\(step)` does not fetch \(file.quoted)"
                    : "no file \(file.quoted) in `origin.files`",
                word: file,
                candidates: steps[step] ?? files
            )
        }
        guard let metric = ExpectationMetric(name: name) else { throw unknownMetric(name, at: offset) }
        if file != nil, metric.isOfStep {
            throw ExpectationProblem(
                offset: offset,
                message: "`\(name)` is a figure of the whole step: write `\(step).\(name)`"
            )
        }
        return Expectation.Subject(step: step, file: file, metric: metric)
    }

    private func unknownStep(_ parts: SubjectParts, _ token: ExpectationToken) -> ExpectationProblem {
        // In a step's own expectation the word is more likely a metric.
        if ownStep != nil, !token.text.contains("["), !token.text.contains(".") {
            return unknownMetric(token.text, at: token.offset)
        }
        if let metric = ExpectationMetric(name: parts.stepAndMetric) {
            return ExpectationProblem(
                offset: token.offset,
                message: "`\(metric.name)` of which step? Write `STEP.\(metric.name)`"
            )
        }
        return ExpectationProblem(
            offset: token.offset,
            message: parts.step.isEmpty
                ? "\(token.text.quoted) does not name a step" : "no step \(parts.step.quoted) that fetches",
            word: parts.step,
            candidates: steps.keys.sorted()
        )
    }

    /// Other names that people use for metrics.
    private static let otherWords = [
        "time": "duration", "latency": "phases.wait", "ttfb": "phases.wait", "size": "bodyBytes",
        "bytes": "bodyBytes", "speed": "clientLog.speed", "statusCode": "status", "total": "makespan",
    ]

    private func unknownMetric(_ name: String, at offset: Int) -> ExpectationProblem {
        let candidates = ExpectationMetric.all.map(\.name)
        if name == "ledger" {
            return ExpectationProblem(
                offset: offset,
                message: "`ledger` has a row for each cause: write for example `ledger.sharing`",
                word: name
            )
        }
        if let metric = Self.otherWords[name] {
            return ExpectationProblem(
                offset: offset,
                message: "unknown metric \(name.quoted): write `\(metric)`"
            )
        }
        return ExpectationProblem(
            offset: offset,
            message: "unknown metric \(name.quoted)",
            word: name,
            candidates: candidates
        )
    }
}

/// Subjects written as functions: `p(95, WHAT)`, `max(WHAT)`, `hitRatio(STEP)`.
extension SubjectParser {
    private func subject(
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
