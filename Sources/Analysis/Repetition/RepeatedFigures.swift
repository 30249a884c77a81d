package import Runs
import Wire

/// The times of repeated runs, one figure for each: makespans of steps, and durations of files.
package struct RepeatedFigures: Sendable {
    /// By combination and step in the order of the runs: the makespan, then the files. Empty if nothing was
    /// repeated.
    package private(set) var figures: [RepeatedFigure] = []

    /// Runs that failed or were interrupted are left out: their steps are cut short.
    package init(_ results: [RunResult]) {
        guard results.contains(where: { $0.repetition > 1 }) else { return }
        let whole = results.filter { ![.failed, .interrupted].contains($0.outcome) }
        for first in whole.distinct(by: { Combination($0) }) {
            add(whole.filter { Combination($0) == Combination(first) }, first)
        }
    }

    private mutating func add(_ runs: [RunResult], _ first: RunResult) {
        for step in runs.flatMap({ $0.steps.map(\.name) }).distinct(by: \.self) {
            let makespans = runs.compactMap { run in
                run.steps.first { $0.name == step }.map { (run.repetition, $0.makespan) }
            }
            add(first, step, nil, makespans)
            for file in runs.flatMap({ $0.transfers(of: step).map(\.file) }).distinct(by: \.self) {
                let durations = runs.compactMap { run in
                    run.transfers(of: step).filter { $0.file == file }.map(\.duration).max()
                        .map { (run.repetition, $0) }
                }
                add(first, step, file, durations)
            }
        }
    }

    private mutating func add(
        _ first: RunResult,
        _ step: String,
        _ file: String?,
        _ values: [(repetition: Int, time: Nanoseconds)]
    ) {
        let times = values.map(\.time).sorted()
        guard let least = times.first, let median = NearestRank.value(50, of: times),
            let worst = values.max(by: { $0.time < $1.time })
        else { return }
        figures.append(
            RepeatedFigure(
                scenario: first.scenario,
                matrix: first.matrix,
                step: step,
                file: file,
                runs: values.count,
                median: median,
                least: least,
                greatest: worst.time,
                worstRepetition: worst.repetition
            )
        )
    }
}

extension RepeatedFigures {
    /// Identifies the runs that repeat one another.
    private struct Combination: Hashable {
        var scenario: String
        var matrix: [MatrixValue]

        init(_ result: RunResult) {
            scenario = result.scenario
            matrix = result.matrix
        }
    }
}

extension Sequence {
    /// The first element with each key.
    fileprivate func distinct<Key: Hashable>(by key: (Element) -> Key) -> [Element] {
        var seen: Set<Key> = []
        return filter { seen.insert(key($0)).inserted }
    }
}
