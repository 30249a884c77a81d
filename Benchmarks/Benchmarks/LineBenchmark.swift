package import Experiments
import LinuxIO
package import Reports
import Runs
import Testbed
import Wire

/// Accuracy of the emulation on this machine: the dsl scenario compared with theory.
package struct LineBenchmark {
    private let context: BenchmarkContext
    /// Number of runs over which medians are taken.
    private let rounds: Int

    package init(_ context: BenchmarkContext, rounds: Int) {
        self.context = context
        self.rounds = rounds
    }

    /// nil if interrupted. Fails if a run cannot be trusted.
    package func rows() throws(ExperimentError) -> [BenchRow]? {
        var results: [RunResult] = []
        var overheads: [Double] = []
        let session = try context.session(.packets)
        for number in 1...rounds {
            context.showProgress("line: run \(number) of \(rounds)")
            let started = RunClock()
            let source = try ExperimentSource.bundled("dsl")
            let result = try session.results(of: [source])
            guard let result = result.first, result.outcome != .interrupted else { return nil }
            if let why = result.failure ?? result.emulation.why {
                throw ExperimentError("run \(number) of the benchmark gave no figures: \(why)")
            }
            let transfers = result.steps.reduce(0) { $0 + $1.makespan }
            overheads.append(Double(started.now().nanoseconds - transfers) / 1e6)
            results.append(result)
        }
        return exchanges(results) + [
            makespan(results),
            BenchRow(
                "packets leave late, p99",
                unit: "us",
                netlab: results.compactMap { $0.emulation.latenessP99.map { Double($0) / 1e3 } }.median,
                goal: .atMost(100)
            ),
            BenchRow(
                "the two witnesses differ, most",
                unit: "us",
                netlab: results.compactMap(Self.greatestDifference).median,
                goal: .atMost(1000)
            ),
            BenchRow(
                "time beyond the transfers",
                unit: "ms",
                netlab: overheads.median,
                goal: .atMost(500)
            ),
        ]
    }

    /// Each file of the step that fetches in turn: set-up and exchange compared with theory for a transfer
    /// alone.
    private func exchanges(_ results: [RunResult]) -> [BenchRow] {
        let transfers = results.flatMap { $0.transfers(of: "in-turn") }
        return (results.first?.transfers(of: "in-turn") ?? []).map { first in
            let ofFile = transfers.filter { $0.file == first.file }
            return BenchRow(
                "in turn, \(first.file)",
                unit: "ms",
                netlab: ofFile.compactMap(\.measured).map { Double($0) / 1e6 }.median,
                peer: ofFile.compactMap { $0.theory?.alone.map { Double($0) / 1e6 } }.median,
                peerName: "theory alone",
                goal: .within(0.002)
            )
        }
    }

    private func makespan(_ results: [RunResult]) -> BenchRow {
        let steps = results.compactMap { result in result.steps.first { $0.name == "together" } }
        return BenchRow(
            "together, all three",
            unit: "ms",
            netlab: steps.map { Double($0.makespan) / 1e6 }.median,
            peer: steps.compactMap { $0.theory?.shared.map { Double($0) / 1e6 } }.median,
            peerName: "theory shared",
            goal: .within(0.002)
        )
    }

    /// Greatest difference between the client's log and the capture over a run's exchanges, in microseconds.
    private static func greatestDifference(_ result: RunResult) -> Double? {
        result.transfers.compactMap { transfer in
            guard let log = transfer.clientLog?.exchange.duration,
                let capture = transfer.capture?.exchange.duration
            else { return nil }
            return Double(abs(log - capture)) / 1e3
        }.max()
    }
}
