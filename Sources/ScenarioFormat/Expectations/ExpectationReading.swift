import Runs
import Scenarios

/// One expectation, while it is read from left to right.
struct ExpectationReading {
    let text: String
    let subjects: SubjectParser

    private static let grammar = "an expectation is `WHAT OP VALUE`, as in `cold.makespan < 8 s`"
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

/// The value to the right of the comparison.
extension ExpectationReading {
    func value(
        _ tokens: [ExpectationToken],
        beside subject: Expectation.Subject,
        _ comparison: Expectation.Comparison
    ) throws(ExpectationProblem) -> Expectation.Value {
        let first = tokens[0]
        if let second = tokens.first(where: { $0.kind == .comparison }) {
            throw ExpectationProblem(offset: second.offset, message: "a second comparison: " + Self.grammar)
        }
        if let of = tokens.firstIndex(where: { $0.text == "of" }), of > 0 {
            let factor = try quantity(Array(tokens[..<of]), .percent).ratio
            guard tokens.count == of + 2 else {
                throw ExpectationProblem(
                    offset: tokens[of].offset,
                    message: "`N % of` needs one `STEP.METRIC`"
                )
            }
            return .subject(try other(tokens[of + 1], beside: subject), factor: factor)
        }
        if let lead = first.text.unicodeScalars.first, "0123456789-+.".unicodeScalars.contains(lead) {
            if subject.metric.isOfLedger, Self.isPercentage(tokens) {
                return .share(try quantity(tokens, .percent).ratio)
            }
            return .number(try number(tokens, beside: subject))
        }
        guard tokens.count == 1 else {
            throw ExpectationProblem(offset: tokens[1].offset, message: "there is more than one value here")
        }
        return try word(first, beside: subject, comparison)
    }

    private static func isPercentage(_ tokens: [ExpectationToken]) -> Bool {
        tokens.count <= 2 && tokens.last?.text.hasSuffix("%") == true
    }

    private func word(
        _ token: ExpectationToken,
        beside subject: Expectation.Subject,
        _ comparison: Expectation.Comparison
    ) throws(ExpectationProblem) -> Expectation.Value {
        let metric = subject.metric
        let isMisspelt = metric.words?.contains { $0.lowercased() == token.text.lowercased() } == true
        let isSubject = !isMisspelt && token.text.contains { ".[(".contains($0) }
        let isOwnMetric = subjects.ownStep != nil && ExpectationMetric(name: token.text) != nil
        if metric.words?.contains(token.text) == true {
            guard comparison == .equal || comparison == .notEqual else {
                throw ExpectationProblem(
                    offset: token.offset,
                    message: "only `==` and `!=` compare with the word `\(token.text)`"
                )
            }
            return .word(token.text)
        }
        if isSubject || isOwnMetric { return .subject(try other(token, beside: subject), factor: 1) }
        guard let words = metric.words else { return .word(token.text) }
        if metric.kind != .word {
            throw ExpectationProblem(
                offset: token.offset,
                message: "`\(metric.name)` is \(metric.noun), which \(token.text.quoted) is not"
            )
        }
        throw ExpectationProblem(
            offset: token.offset,
            message:
                "`\(metric.name)` is never \(token.text.quoted): it is one of \(words.joined(separator: ", "))",
            word: token.text,
            candidates: words
        )
    }

    private func number(
        _ tokens: [ExpectationToken],
        beside subject: Expectation.Subject
    ) throws(ExpectationProblem) -> Double {
        let metric = subject.metric
        guard let kind = metric.quantity else {
            guard metric.kind == .number, tokens.count == 1, let value = Double(tokens[0].text),
                value.isFinite
            else {
                let text = tokens.map(\.text).joined(separator: " ")
                throw ExpectationProblem(
                    offset: tokens[0].offset,
                    message: "`\(metric.name)` is \(metric.noun), which \(text.quoted) is not"
                )
            }
            return value
        }
        let isShare = ["efficiency", "hitRatio", "cache.improvement"].contains(metric.name)
        if isShare, tokens.count == 1, let share = Double(tokens[0].text), share.isFinite {
            return share
        }
        if kind != .percent, Self.isPercentage(tokens) {
            throw ExpectationProblem(
                offset: tokens[0].offset,
                message: "a percentage of what? Write `N % of STEP.METRIC`"
            )
        }
        let quantity = try quantity(tokens, kind)
        if kind == .percent { return quantity.ratio }
        do throws(QuantityProblem) {
            return Double(try quantity.baseUnits())
        } catch {
            throw ExpectationProblem(offset: tokens[0].offset, message: error.message)
        }
    }

    func quantity(_ tokens: [ExpectationToken], _ kind: QuantityKind) throws(ExpectationProblem)
        -> Quantity
    {
        // White space stays as written, so that places in messages match the text.
        let start = tokens[0].offset
        let last = tokens[tokens.count - 1]
        let length = last.offset + last.text.unicodeScalars.count - start
        let piece = text.unicodeScalars.dropFirst(start).prefix(length)
        do throws(QuantityProblem) {
            return try Quantity(String(String.UnicodeScalarView(piece)), as: [kind])
        } catch {
            throw ExpectationProblem(
                offset: start + error.offset,
                message: error.message,
                word: error.word,
                candidates: error.candidates
            )
        }
    }

    /// The subject on the right, which must be comparable with the left one, file by file.
    private func other(
        _ token: ExpectationToken,
        beside subject: Expectation.Subject
    ) throws(ExpectationProblem) -> Expectation.Subject {
        let other = try subjects.parse(token)
        guard other.metric.kind == subject.metric.kind else {
            throw ExpectationProblem(
                offset: token.offset,
                message:
                    "`\(other.metric.name)` is \(other.metric.noun), `\(subject.metric.name)` is "
                    + subject.metric.noun
            )
        }
        if other.file != nil || other.isOne { return other }
        if subject.isOne {
            if other.metric.isOfBoth { return other }
            throw ExpectationProblem(
                offset: token.offset,
                message:
                    "`\(subject.text)` is one figure of the step, and `\(other.metric.name)` is one of each "
                    + "file: name the file, as in `\(other.step)[\(subjects.steps[other.step]?.first ?? "FILE")].\(other.metric.name)`"
                    + (other.metric.kind == .word ? "" : ", or write `max(\(other.text))`")
            )
        }
        let compared = subject.file.map { [$0] } ?? subjects.steps[subject.step] ?? []
        let fetched = Set(subjects.steps[other.step] ?? [])
        if let missing = compared.first(where: { !fetched.contains($0) }) {
            throw ExpectationProblem(
                offset: token.offset,
                message: "compared file by file, but step `\(other.step)` does not fetch \(missing.quoted)"
            )
        }
        return other
    }
}
