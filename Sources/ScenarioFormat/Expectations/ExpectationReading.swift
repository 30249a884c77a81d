import Scenarios

/// One expectation, while it is read from left to right.
struct ExpectationReading {
    let text: String
    let subjects: SubjectParser

    static let grammar = "an expectation is `WHAT OP VALUE`, as in `cold.makespan < 8 s`"
    static let comparisons: [String: Expectation.Comparison] = [
        "<": .less, "<=": .lessOrEqual, ">": .greater, ">=": .greaterOrEqual, "==": .equal, "!=": .notEqual,
    ]

    func expectation(line: Int) throws(ExpectationProblem) -> Expectation {
        let tokens = ExpectationToken.tokens(of: text)
        guard let first = tokens.first, first.kind == .word else {
            throw ExpectationProblem(offset: tokens.first?.offset ?? 0, message: Self.grammar)
        }
        let subject = try subjects.parse(first)
        guard tokens.count > 1 else {
            throw ExpectationProblem(offset: end, message: "a comparison is missing: " + Self.grammar)
        }
        let (comparison, length) = try comparison(tokens[1...], subject.metric)
        let rest = Array(tokens[(1 + length)...])
        guard !rest.isEmpty else {
            throw ExpectationProblem(offset: end, message: "a value is missing: " + Self.grammar)
        }
        let value = try value(rest, beside: subject, comparison)
        return Expectation(
            text: canonical(tokens, length: length, subject: subject, value: value),
            line: line,
            subject: subject,
            comparison: comparison,
            value: value
        )
    }

    private var end: Int { max(0, text.unicodeScalars.count - 1) }

    // MARK: The comparison

    /// The comparison and its number of tokens.
    private func comparison(
        _ tokens: ArraySlice<ExpectationToken>,
        _ metric: ExpectationMetric
    ) throws(ExpectationProblem) -> (Expectation.Comparison, length: Int) {
        guard let first = tokens.first else { throw ExpectationProblem(offset: end, message: Self.grammar) }
        if first.kind == .word { return try within(tokens, first, metric) }
        guard let comparison = Self.comparisons[first.text] else {
            let meant = ["=": "==", "=<": "<=", "=>": ">=", "<>": "!=", "===": "==", "!": "!="][first.text]
            throw ExpectationProblem(
                offset: first.offset,
                message: "\(first.text.quoted) is not a comparison (< <= > >= == != within)"
                    + (meant.map { ", did you mean `\($0)`?" } ?? "")
            )
        }
        if metric.kind == .word, comparison != .equal, comparison != .notEqual {
            throw ExpectationProblem(
                offset: first.offset,
                message: "`\(metric.name)` is a word: only `==` and `!=` compare it"
            )
        }
        return (comparison, 1)
    }

    private func within(
        _ tokens: ArraySlice<ExpectationToken>,
        _ first: ExpectationToken,
        _ metric: ExpectationMetric
    ) throws(ExpectationProblem) -> (Expectation.Comparison, length: Int) {
        guard first.text == "within" else {
            throw ExpectationProblem(
                offset: first.offset,
                message: "\(first.text.quoted) is not a comparison (< <= > >= == != within)",
                word: first.text,
                candidates: ["within"]
            )
        }
        guard metric.kind != .word else {
            throw ExpectationProblem(
                offset: first.offset,
                message: "`\(metric.name)` is a word: only `==` and `!=` compare it"
            )
        }
        guard let of = tokens.firstIndex(where: { $0.text == "of" }), of > tokens.startIndex + 1 else {
            throw ExpectationProblem(
                offset: first.offset,
                message: "`within` needs the form `within N % of VALUE`"
            )
        }
        let share = try quantity(Array(tokens[(tokens.startIndex + 1)..<of]), .percent)
        return (.within(share.ratio), of - tokens.startIndex + 1)
    }

    // MARK: The text

    /// The text as written, with white space folded and the step added to every subject.
    private func canonical(
        _ tokens: [ExpectationToken],
        length: Int,
        subject: Expectation.Subject,
        value: Expectation.Value
    ) -> String {
        var words = tokens.map(\.text)
        words[0] = canonical(tokens[0], subject)
        if case .subject(let other, _) = value {
            words[words.count - 1] = canonical(tokens[words.count - 1], other)
        }
        return words.joined(separator: " ")
    }

    /// `hitRatio(warm)` keeps this form, although its subject's text is `warm.hitRatio`.
    private func canonical(_ token: ExpectationToken, _ subject: Expectation.Subject) -> String {
        token.text.hasPrefix("hitRatio(") ? "hitRatio(\(subject.step))" : subject.text
    }
}
