import Analysis
package import Experiments
import Figures
package import Reports

/// Whether the gains that `explain` promises on random lines are those that the changed scenarios' runs measure.
package struct PromisedGainsBenchmark {
    private static let goal = 95.0

    private let context: BenchmarkContext
    private let count: Int
    private let seed: UInt64
    private let kernel: String?

    /// Lines have the seeds from `seed` on.
    package init(_ context: BenchmarkContext, count: Int, seed: UInt64, kernel: String?) {
        self.context = context
        self.count = count
        self.seed = seed
        self.kernel = kernel
    }

    package func rows() throws(ExperimentError) -> [BenchRow] {
        let runs = try RandomLineRuns(kernel: kernel, keep: nil)
        defer { runs.end() }
        var lines: [PromisedGains] = []
        for number in 0..<count {
            context.showProgress("theory: gains on random line \(number + 1) of \(count)")
            do throws(ExperimentError) {
                let line = try PromisedGains(RandomLine(seed: seed &+ UInt64(number)), runs)
                tell(line)
                lines.append(line)
            } catch {
                // Keep the other lines if one fails.
                context.warn(error.message)
            }
        }
        context.clearProgress()
        let gains = lines.flatMap(\.gains)
        return [
            Self.share("\(lines.count) lines, all gains as promised", lines.map(\.areKept)),
            Self.share(
                "\(gains.count) gains, each as promised",
                gains.map { $0.off <= PromisedGains.allowed.percent }
            ),
            BenchRow(
                "lines without a gain or a result",
                unit: "",
                netlab: Double(count - lines.count),
                goal: .atMost(0)
            ),
        ].compactMap { $0 }
    }

    private func tell(_ line: PromisedGains) {
        if line.isUntold { context.note("seed \(line.seed): nothing promised") }
        for gain in line.gains where gain.off > PromisedGains.allowed.percent {
            let trial = gain.trial
            context.note(
                "seed \(line.seed), \(gain.change.rawValue): promised \(DurationFormat.text(trial.predictedGain)), "
                    + "measured \(DurationFormat.text(trial.gain)), off by \(FixedPoint.text(gain.off, digits: 2)) %"
            )
        }
    }

    /// nil without any.
    private static func share(_ title: String, _ kept: [Bool]) -> BenchRow? {
        guard !kept.isEmpty else { return nil }
        return BenchRow(
            "\(title), within 1 % or 1 ms",
            unit: "%",
            netlab: Double(kept.count { $0 }) / Double(kept.count) * 100,
            goal: .atLeast(goal)
        )
    }
}
