import LinkModel
import Runs
import Scenarios
import Theory

/// Holds a result against what its scenario expects of it.
struct ExpectationJudge {
    /// Two values that are compared, and the file they are of where they are of transfers.
    private struct Pair {
        var file: String?
        var value: MetricValue
        var other: MetricValue
        /// What a percentage beside a row of the ledger is of.
        var duration: Double?
        var held = false
    }

    private let result: RunResult

    init(_ result: RunResult) {
        self.result = result
    }

    func judge(_ expectations: [Expectation]) -> [ExpectationResult] {
        expectations.map(judge)
    }

    private func judge(_ expectation: Expectation) -> ExpectationResult {
        let pairs = pairs(expectation).map { pair in
            var pair = pair
            pair.held = Self.holds(pair.value, expectation.comparison, pair.other)
            return pair
        }
        var held: Bool? = !pairs.isEmpty && pairs.allSatisfy(\.held)
        if !result.emulation.isTrusted, Self.isOfTime(expectation) { held = nil }
        if isUntold(expectation, pairs) { held = nil }
        var actual = pairs.isEmpty ? missingText(expectation) : text(pairs, expectation)
        if held == false, let why = untold(expectation, pairs) { actual += ": \(why)" }
        return ExpectationResult(text: expectation.text, line: expectation.line, held: held, actual: actual)
    }

    /// Byte streams have no windows and lose nothing: rows of the ledger that they cannot tell are not judged.
    private func isUntold(_ expectation: Expectation, _ pairs: [Pair]) -> Bool {
        expectation.subject.metric.ledgerCause != nil && result.link.mode == .stream
            && pairs.contains { $0.value == .missing }
    }

    // MARK: - What is compared with what

    private func pairs(_ expectation: Expectation) -> [Pair] {
        let subject = expectation.subject
        guard case .subject(let other, let factor) = expectation.value else {
            if case .share(let share) = expectation.value { return pairs(subject, share: share) }
            let fixed = Self.fixed(expectation.value)
            return values(subject, isOfStep: subject.metric.isOfStep).map {
                Pair(file: $0.file, value: $0.value, other: fixed)
            }
        }
        let values = values(subject, isOfStep: Self.isOfStep(subject, beside: other))
        let others = self.values(other, isOfStep: Self.isOfStep(other, beside: subject))
        guard !others.isEmpty else {
            return values.map { Pair(file: $0.file, value: $0.value, other: .missing) }
        }
        // The step's one value is held against each of the other's.
        if let only = values.first, values.count == 1, only.file == nil {
            return others.map { Pair(file: $0.file, value: only.value, other: $0.value.scaled(by: factor)) }
        }
        var met: [String: Int] = [:]
        return values.map { value in
            let place = met[value.file ?? "", default: 0]
            met[value.file ?? ""] = place + 1
            let match = Self.match(value.file, place, in: others, of: other)
            return Pair(file: value.file, value: value.value, other: match.scaled(by: factor))
        }
    }

    /// Each transfer's value, and that share of its duration.
    private func pairs(_ subject: Expectation.Subject, share: Double) -> [Pair] {
        transfers(subject).map { transfer in
            let duration = Double(transfer.duration)
            return Pair(
                file: transfer.file,
                value: subject.metric.value(of: transfer),
                other: .number(share * duration),
                duration: duration
            )
        }
    }

    private func transfers(_ subject: Expectation.Subject) -> [TransferResult] {
        result.transfers(of: subject.step).filter { subject.file == nil || $0.file == subject.file }
    }

    private func values(
        _ subject: Expectation.Subject,
        isOfStep: Bool
    ) -> [(file: String?, value: MetricValue)] {
        if isOfStep {
            return result.steps.filter { $0.name == subject.step }.map { (nil, subject.metric.value(of: $0)) }
        }
        return transfers(subject).map { ($0.file, subject.metric.value(of: $0)) }
    }

    /// The other side's value for a file: the one it names, the step's, or the same file's (the n-th with the n-th).
    private static func match(
        _ file: String?,
        _ place: Int,
        in others: [(file: String?, value: MetricValue)],
        of other: Expectation.Subject
    ) -> MetricValue {
        let same = others.filter { $0.file == nil || other.file != nil || $0.file == file }
        guard let last = same.last else { return .missing }
        return place < same.count ? same[place].value : last.value
    }

    private static func isOfStep(_ subject: Expectation.Subject, beside other: Expectation.Subject) -> Bool {
        subject.metric.isOfStep
            || subject.metric == .theoryShared && subject.file == nil && other.metric.isOfStep
    }

    private static func isOfTime(_ expectation: Expectation) -> Bool {
        if case .subject(let other, _) = expectation.value, other.metric.isOfTime { return true }
        return expectation.subject.metric.isOfTime
    }

    private static func fixed(_ value: Expectation.Value) -> MetricValue {
        switch value {
        case .number(let number): .number(number)
        case .word(let word): .word(word)
        case .subject, .share: .missing
        }
    }

    // MARK: - Comparing

    private static func holds(
        _ value: MetricValue,
        _ comparison: Expectation.Comparison,
        _ other: MetricValue
    ) -> Bool {
        switch (value, other) {
        case (.missing, _), (_, .missing): false
        case (.number(let left), .number(let right)): holds(left, comparison, right)
        default:
            switch comparison {
            case .equal: value == other
            case .notEqual: value != other
            case .less, .lessOrEqual, .greater, .greaterOrEqual, .within: false
            }
        }
    }

    private static func holds(_ left: Double, _ comparison: Expectation.Comparison, _ right: Double) -> Bool {
        switch comparison {
        case .less: left < right
        case .lessOrEqual: left <= right
        case .greater: left > right
        case .greaterOrEqual: left >= right
        case .equal: left == right
        case .notEqual: left != right
        case .within(let share): abs(left - right) <= share * abs(right)
        }
    }

    // MARK: - What was found

    private func missingText(_ expectation: Expectation) -> String {
        let subject = expectation.subject
        if let file = subject.file { return "no transfer of \(file) in step \(subject.step)" }
        return "no transfer in step \(subject.step)"
    }

    /// Why theory does not tell what is asked for; nil where that is not what is missing.
    private func untold(_ expectation: Expectation, _ pairs: [Pair]) -> String? {
        guard pairs.contains(where: { $0.value == .missing || $0.other == .missing }) else { return nil }
        var subjects = [expectation.subject]
        if case .subject(let other, _) = expectation.value { subjects.append(other) }
        for subject in subjects where [.theoryAlone, .theoryShared].contains(subject.metric) {
            let step = result.steps.first { $0.name == subject.step }
            let gaps = TheoryMethod(result.link).gaps(step?.link ?? result.link.parameters)
                .filter { $0.effect == .unknown }
            guard step?.theory != nil else { continue }
            guard !gaps.isEmpty else {
                return result.transfers(of: subject.step).contains { $0.theory?.shared == nil }
                    ? "theory does not know the state of a connection that it uses again, or how the origin answers"
                    : nil
            }
            return "theory does not tell it on a line with \(gaps.words)"
        }
        return nil
    }

    private func text(_ pairs: [Pair], _ expectation: Expectation) -> String {
        let failing = pairs.filter { !$0.held }
        if pairs.count == 1 { return text(pairs[0], expectation) }
        if failing.isEmpty { return summary(pairs, expectation) }
        let named = failing.prefix(3).map { pair in
            (pair.file.map { "\($0): " } ?? "") + text(pair, expectation)
        }
        let rest = failing.count > 3 ? "; and \(failing.count - 3) more" : ""
        return named.joined(separator: "; ") + rest
    }

    private func text(_ pair: Pair, _ expectation: Expectation) -> String {
        let kind = expectation.subject.metric.kind
        if let duration = pair.duration, duration > 0, case .number(let time) = pair.value {
            return "\(pair.value.text(kind)), \(FixedPoint.percent(time / duration))"
        }
        guard case .subject = expectation.value else { return pair.value.text(kind) }
        let both = "\(pair.value.text(kind)) against \(pair.other.text(kind))"
        guard case .number(let left) = pair.value, case .number(let right) = pair.other, right != 0 else {
            return both
        }
        return "\(both) (\(FixedPoint.signedPercent(left / right - 1)))"
    }

    /// The one value that all have, or the range.
    private func summary(_ pairs: [Pair], _ expectation: Expectation) -> String {
        let kind = expectation.subject.metric.kind
        let values = pairs.map(\.value)
        if Set(values).count == 1 { return "\(values[0].text(kind)), \(pairs.count) times" }
        let numbers = values.compactMap { value -> Double? in
            if case .number(let number) = value { number } else { nil }
        }
        guard numbers.count == values.count, let least = numbers.min(), let most = numbers.max() else {
            return values.map { $0.text(kind) }.joined(separator: ", ")
        }
        return "\(MetricValue.number(least).text(kind)) to \(MetricValue.number(most).text(kind))"
    }
}
