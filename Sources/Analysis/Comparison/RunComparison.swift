import JSON
package import Runs
import Wire

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
            let steps = [old, new].map { runs in
                runs.compactMap { run in run.steps.first { $0.name == step } }
            }
            guard !steps[0].isEmpty, !steps[1].isEmpty else {
                differences.append(.step(step, onlyIn: steps[0].isEmpty ? .after : .before))
                continue
            }
            add(StepResult.figures, steps[0], steps[1], in: step, matrix)
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
                differences += TransferPair(before: pair[0], after: pair[1]).differences
                add(TransferResult.figures, pair[0], pair[1], in: step, matrix, of: (file, turn + 1))
            }
        }
    }

    /// Compares by each figure that both groups have.
    private mutating func add<Owner>(
        _ table: [ResultFigure<Owner>],
        _ old: [Owner],
        _ new: [Owner],
        in step: String,
        _ matrix: [MatrixValue],
        of transfer: (file: String, turn: Int)? = nil
    ) {
        for figure in table {
            guard let metric = ComparedFigure.Metric(figure) else { continue }
            let (before, after) = (
                old.compactMap { figure.get($0).int64 }, new.compactMap { figure.get($0).int64 }
            )
            guard !before.isEmpty, !after.isEmpty else { continue }
            var compared = ComparedFigure(
                matrix: matrix,
                step: step,
                metric: metric,
                before: before,
                after: after
            )
            if let transfer { (compared.file, compared.turn) = (transfer.file, transfer.turn) }
            figures.append(compared)
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
