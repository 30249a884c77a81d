package import Experiments
import Figures
import LinkModel
package import Reports
import Scenarios

/// Theory on random lines, each run in virtual time by a guest of its own.
package struct RandomLinesBenchmark {
    private static let goals = (alone: 99.0, groups: 97.0, worst: 5.0)

    private let context: BenchmarkContext
    private let count: Int
    private let seed: UInt64
    /// Where the runs of lines that theory misses are kept; nil discards all.
    private let keep: String?
    private let kernel: String?
    private let hasIPv6: Bool
    private let isHTTP3: Bool

    /// Lines have the seeds from `seed` on.
    package init(
        _ context: BenchmarkContext,
        count: Int,
        seed: UInt64,
        kernel: String?,
        keep: String?,
        hasIPv6: Bool,
        isHTTP3: Bool
    ) {
        (self.hasIPv6, self.isHTTP3) = (hasIPv6, isHTTP3)
        self.context = context
        self.count = count
        self.seed = seed
        self.kernel = kernel
        self.keep = keep
    }

    package func rows() throws(ExperimentError) -> [BenchRow] {
        let runs = try RandomLineRuns(kernel: kernel, keep: keep)
        defer { runs.end() }
        var verdicts: [LineVerdict] = []
        for number in 0..<count {
            let line = RandomLine(seed: seed &+ UInt64(number), hasIPv6: hasIPv6, isHTTP3: isHTTP3)
            context.showProgress("theory: random line \(number + 1) of \(count)")
            let verdict = judge(line, runs)
            if !verdict.isFlawless { tell(verdict) }
            verdicts.append(verdict)
        }
        context.clearProgress()
        return RandomLine.Kind.allCases.flatMap { kind in Self.rows(kind, verdicts.filter { $0.kind == kind })
        } + Self.agreement(verdicts)
    }

    private func judge(_ line: RandomLine, _ runs: RandomLineRuns) -> LineVerdict {
        do throws(ExperimentError) {
            return LineVerdict(
                line,
                try runs.results(of: line.scenario) { !LineVerdict(line, $0).isFlawless }
            )
        } catch {
            // Keep the other lines if one fails.
            context.warn(error.message)
            return LineVerdict(failed: line)
        }
    }

    private func tell(_ verdict: LineVerdict) {
        var parts = [("alone", verdict.alone), ("group", verdict.group)].compactMap { name, off in
            off.flatMap { $0 > 0 ? "off by \(name) \(FixedPoint.text($0, digits: 2)) %" : nil }
        }
        if verdict.untold > 0 { parts.append("without a prediction") }
        if !verdict.agrees {
            parts.append("log and capture \(DurationFormat.text(verdict.disagreement)) apart")
        }
        if verdict.unexplained > 0 {
            parts.append("\(DurationFormat.text(verdict.unexplained)) without a cause")
        }
        context.note("\(verdict.kind.rawValue), seed \(verdict.seed): \(parts.joined(separator: ", "))")
    }

    private static func rows(_ kind: RandomLine.Kind, _ lines: [LineVerdict]) -> [BenchRow] {
        let (alone, groups) = (lines.compactMap(\.alone), lines.compactMap(\.group))
        return [
            share("\(kind.rawValue), \(alone.count) lines alone", alone, goals.alone),
            worst("\(kind.rawValue), worst alone", alone),
            share("\(kind.rawValue), \(groups.count) groups", groups, goals.groups),
            worst("\(kind.rawValue), worst of a group", groups),
            BenchRow(
                "\(kind.rawValue), exchanges without a prediction",
                unit: "",
                netlab: Double(lines.reduce(0) { $0 + $1.untold }),
                goal: .atMost(0)
            ),
        ].compactMap { $0 }
    }

    /// What holds on lines of every kind.
    private static func agreement(_ lines: [LineVerdict]) -> [BenchRow] {
        func row(_ title: String, _ worst: Int64?, _ most: Double) -> BenchRow {
            BenchRow(title, unit: "ms", netlab: worst.map { Double($0) / 1e6 }, goal: .atMost(most))
        }
        return [
            row("\(lines.count) lines, most time without a cause", lines.map(\.unexplained).max(), 0),
            row("\(lines.count) lines, log against capture at most", lines.map(\.disagreement).max(), 1),
        ]
    }

    /// nil without lines of the kind.
    private static func share(_ title: String, _ errors: [Double], _ goal: Double) -> BenchRow? {
        guard !errors.isEmpty else { return nil }
        let right = errors.count { $0 <= LineVerdict.allowed.percent }
        return BenchRow(
            "\(title), within 0.1 % or 0.1 ms",
            unit: "%",
            netlab: Double(right) / Double(errors.count) * 100,
            goal: .atLeast(goal)
        )
    }

    private static func worst(_ title: String, _ errors: [Double]) -> BenchRow? {
        errors.max().map { BenchRow(title, unit: "%", netlab: $0, goal: .atMost(goals.worst)) }
    }
}
