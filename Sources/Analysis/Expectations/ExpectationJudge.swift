import LinkModel
import Runs
import Scenarios
import Theory

/// Compares a result with its scenario's expectations.
struct ExpectationJudge {
    /// Transfers that are named if they do not meet it.
    private static let mostNamed = 3

    private let result: RunResult
    private let completed: Set<String>?

    /// `completed` are the steps that a stopped run had completed; nil if the run came to its end.
    init(_ result: RunResult, completed: Set<String>?) {
        self.result = result
        self.completed = completed
    }

    func judge(_ expectations: [Expectation]) -> [ExpectationResult] {
        expectations.map(judge)
    }

    private func judge(_ expectation: Expectation) -> ExpectationResult {
        if let step = stepNotRun(expectation) {
            let began = result.steps.contains { $0.name == step }
            return ExpectationResult(
                text: expectation.text,
                line: expectation.line,
                verdict: .notRun,
                actual: .stopped(step: step, hasBegun: began)
            )
        }
        let pairs = ExpectationSides(result: result).pairs(expectation)
        let failing = pairs.filter { !$0.holds(expectation.comparison) }
        var verdict = !pairs.isEmpty && failing.isEmpty ? ExpectationResult.Verdict.held : .notHeld
        if !result.emulation.isTrusted, Self.isOfTime(expectation) { verdict = .notJudged }
        if isUntold(expectation, pairs) { verdict = .notJudged }
        return ExpectationResult(
            text: expectation.text,
            line: expectation.line,
            verdict: verdict,
            actual: finding(pairs, failing, expectation),
            untold: verdict == .notHeld ? untold(expectation, pairs) : nil
        )
    }

    /// The first of its steps that the run did not complete; nil if it completed all.
    private func stepNotRun(_ expectation: Expectation) -> String? {
        guard let completed else { return nil }
        var steps = [expectation.subject.step]
        if case .subject(let other, _) = expectation.value { steps.append(other.step) }
        return steps.first { !completed.contains($0) }
    }

    /// Byte streams have no windows and lose nothing: ledger rows without a meaning there are not judged.
    private func isUntold(_ expectation: Expectation, _ pairs: [ComparedValues]) -> Bool {
        expectation.subject.metric.isOfLedger && result.link.mode == .stream
            && pairs.contains { $0.value == .missing }
    }

    private static func isOfTime(_ expectation: Expectation) -> Bool {
        if case .subject(let other, _) = expectation.value, other.metric.isOfTime { return true }
        return expectation.subject.metric.isOfTime
    }

    // MARK: - What was found

    private func finding(
        _ pairs: [ComparedValues],
        _ failing: [ComparedValues],
        _ expectation: Expectation
    ) -> ExpectationFinding {
        let subject = expectation.subject
        if pairs.isEmpty { return .noTransfer(step: subject.step, file: subject.file) }
        if pairs.count == 1 {
            var only = Self.figure(pairs[0], expectation)
            only.file = nil
            return .figures([only], more: 0)
        }
        if failing.isEmpty { return Self.summary(pairs) }
        let named = failing.prefix(Self.mostNamed).map { Self.figure($0, expectation) }
        return .figures(named, more: failing.count - named.count)
    }

    private static func figure(_ pair: ComparedValues, _ expectation: Expectation) -> FoundFigure {
        var found = FoundFigure(pair.value.figure(pair.kind), of: pair.file)
        if let duration = pair.duration, duration > 0, case .number(let time) = pair.value {
            found.beside = .share(time / duration)
        } else if case .subject = expectation.value {
            var difference: Double?
            if case .number(let left) = pair.value, case .number(let right) = pair.other, right != 0 {
                difference = left / right - 1
            }
            found.beside = .other(pair.other.figure(pair.kind), difference: difference)
        }
        return found
    }

    /// The one value that all have, or the range.
    private static func summary(_ pairs: [ComparedValues]) -> ExpectationFinding {
        // What is judged as a share of the duration is told as one.
        let shares = pairs.compactMap(\.share)
        let isOfShares = shares.count == pairs.count
        let values = isOfShares ? shares.map(MetricValue.number) : pairs.map(\.value)
        let kind = isOfShares ? .ratio : pairs[0].kind
        if Set(values).count == 1 { return .same(values[0].figure(kind), times: pairs.count) }
        let numbers = values.compactMap { value -> Double? in
            if case .number(let number) = value { number } else { nil }
        }
        guard numbers.count == values.count, let least = numbers.min(), let most = numbers.max() else {
            return .each(values.map { $0.figure(kind) })
        }
        return .range(MetricValue.number(least).figure(kind), MetricValue.number(most).figure(kind))
    }

    /// Why theory does not cover the expectation; nil if something else is missing.
    private func untold(_ expectation: Expectation, _ pairs: [ComparedValues]) -> ExpectationResult.Untold? {
        guard pairs.contains(where: { $0.value == .missing || $0.other == .missing }) else { return nil }
        var subjects = [expectation.subject]
        if case .subject(let other, _) = expectation.value { subjects.append(other) }
        for subject in subjects where ["theory.alone", "theory.shared"].contains(subject.metric.name) {
            let step = result.steps.first { $0.name == subject.step }
            let gaps = TheoryMethod(result.link).gaps(step?.link ?? result.link.parameters)
                .filter { $0.effect == .unknown }
            guard step?.theory != nil else { continue }
            guard !gaps.isEmpty else {
                return result.transfers(of: subject.step).contains { $0.theory?.shared == nil }
                    ? .connection : nil
            }
            return .line(gaps)
        }
        return nil
    }
}
