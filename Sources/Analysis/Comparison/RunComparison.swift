package import Runs

/// Two groups of runs side by side, each of one run or of repetitions: figure by figure.
package struct RunComparison: Sendable {
    /// Steps, then their transfers, in the order of the first group.
    package private(set) var figures: [ComparedFigure] = []
    package private(set) var differences: [RunDifference] = []
    /// Runs that are compared.
    package let before: Int
    package let after: Int
    /// Runs that failed, were interrupted or cannot be trusted.
    package let leftOutBefore: Int
    package let leftOutAfter: Int
    /// All compared runs were made in virtual time.
    package let isExact: Bool

    package init(_ before: [RunResult], _ after: [RunResult]) {
        let (first, second) = (before.filter(Self.isComparable), after.filter(Self.isComparable))
        self.before = first.count
        self.after = second.count
        leftOutBefore = before.count - first.count
        leftOutAfter = after.count - second.count
        isExact = (first + second).allSatisfy { $0.link.clock == .virtual }
        guard !first.isEmpty, !second.isEmpty else { return }
        for matrix in Self.distinct((first + second).map(\.matrix)) {
            let (old, new) = (first.filter { $0.matrix == matrix }, second.filter { $0.matrix == matrix })
            if old.isEmpty || new.isEmpty {
                differences.append(.combination(matrix, onlyIn: old.isEmpty ? .after : .before))
            } else {
                compare(old, new, matrix)
            }
        }
        ComparedVerdicts.judge(&figures, isExact: isExact)
    }

    /// False if one of the groups has no run whose figures count.
    package var isPossible: Bool { before > 0 && after > 0 }

    /// Nothing differs, as far as the runs can show.
    package var isEmpty: Bool { differences.isEmpty && figures.allSatisfy { $0.verdict == .equal } }

    private static func isComparable(_ result: RunResult) -> Bool {
        result.outcome == .ok || result.outcome == .expectationsFailed
    }

    static func distinct<Value: Hashable>(_ values: [Value]) -> [Value] {
        var seen: Set<Value> = []
        return values.filter { seen.insert($0).inserted }
    }

    private mutating func compare(_ old: [RunResult], _ new: [RunResult], _ matrix: [MatrixValue]) {
        for step in Self.distinct((old + new).flatMap { $0.steps.map(\.name) }) {
            let times = [old, new].map { runs in
                runs.compactMap { run in run.steps.first { $0.name == step }?.makespan }
            }
            guard !times[0].isEmpty, !times[1].isEmpty else {
                differences.append(.step(step, onlyIn: times[0].isEmpty ? .after : .before))
                continue
            }
            figures.append(
                ComparedFigure(
                    matrix: matrix,
                    step: step,
                    metric: .makespan,
                    before: times[0],
                    after: times[1]
                )
            )
            compareTransfers(old, new, step, matrix)
        }
        compareExpectations(old, new)
    }

    private mutating func compareTransfers(
        _ old: [RunResult],
        _ new: [RunResult],
        _ step: String,
        _ matrix: [MatrixValue]
    ) {
        for file in Self.distinct((old + new).flatMap { $0.transfers(of: step).map(\.file) }) {
            let groups = [old, new].map { runs in
                runs.map { $0.transfers(of: step).filter { $0.file == file } }
            }
            let counts = groups.map { $0.map(\.count).max() ?? 0 }
            if counts[0] != counts[1] {
                differences.append(.transfers(step: step, file: file, before: counts[0], after: counts[1]))
            }
            for turn in 0..<min(counts[0], counts[1]) {
                let pair = groups.map { $0.compactMap { turn < $0.count ? $0[turn] : nil } }
                add(TransferPair(before: pair[0], after: pair[1]), turn: turn + 1, matrix)
            }
        }
    }

    private mutating func add(_ pair: TransferPair, turn: Int, _ matrix: [MatrixValue]) {
        guard let name = pair.name else { return }
        differences += pair.differences
        for metric in ComparedFigure.Metric.allCases {
            let (old, new) = (pair.before, pair.after)
            let values = [old, new].map { $0.compactMap { TransferPair.value(metric, $0) } }
            guard !values[0].isEmpty, !values[1].isEmpty else { continue }
            var figure = ComparedFigure(
                matrix: matrix,
                step: name.step,
                metric: metric,
                before: values[0],
                after: values[1]
            )
            (figure.file, figure.turn) = (name.file, turn)
            figures.append(figure)
        }
    }

    private mutating func compareExpectations(_ old: [RunResult], _ new: [RunResult]) {
        let held = Set(Self.distinct(old.flatMap { $0.expectations.map(\.text) })).filter { text in
            old.allSatisfy { run in run.expectations.contains { $0.text == text && $0.held == true } }
        }
        let missed = new.flatMap { $0.expectations.filter { $0.held == false && held.contains($0.text) } }
        differences += Self.distinct(missed.map(\.text)).map { .expectation($0) }
    }
}
