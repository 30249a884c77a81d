package import Experiments
import LinuxIO
package import Reports

/// What sweeps cost: planning, asking theory, running and merging many cells, each by the program itself; and rows of
/// captures.
package struct SweepBenchmark {
    /// Points that are planned and predicted.
    private static let points = 100_000
    private static let cells = 40
    private static let rows = 1_000_000

    private let context: BenchmarkContext

    package init(_ context: BenchmarkContext) {
        self.context = context
    }

    package func rows() throws(ExperimentError) -> [BenchRow] {
        let netlab = try ToolRun.requiredNetlab()
        let folder = "/tmp/netlab-bench-\(RandomToken.text())"
        defer {
            context.clearProgress()
            Folder.removeWhole(folder)
        }
        do {
            let bench = try SweepBench(in: folder, netlab)
            return try planned(bench) + predicted(bench) + ran(bench) + merged(bench)
                + RowsBenchmark(context, netlab, in: folder).rows()
        } catch {
            throw ExperimentError("the sweep's benchmark failed: \(error)")
        }
    }

    private func planned(_ bench: SweepBench) throws -> [BenchRow] {
        context.showProgress("sweep: planning \(Self.points) cells")
        return Self.rows(
            "100,000 cells planned",
            try bench.plan(points: Self.points),
            seconds: 5,
            megabytes: 200
        )
    }

    private func predicted(_ bench: SweepBench) throws -> [BenchRow] {
        context.showProgress("sweep: predicting \(Self.points) small points")
        let small = try bench.predict("small", points: Self.points)
        context.showProgress("sweep: predicting points like dsl")
        let share = 50
        let large = try bench.predict("dsl", points: Self.points / share)
        return Self.rows("100,000 small points predicted", small, seconds: 60, megabytes: 200)
            + Self.rows(
                "100,000 points like dsl, by 2,000",
                large,
                times: share,
                seconds: 900,
                megabytes: 200
            )
    }

    private func ran(_ bench: SweepBench) throws -> [BenchRow] {
        context.showProgress("sweep: running \(Self.cells) cells in virtual time")
        guard let cost = try bench.run(cells: Self.cells) else {
            context.note("cells in virtual time (left out): a guest kernel is needed")
            return []
        }
        let name = "1,000 small cells in virtual time, by \(Self.cells)"
        return [
            BenchRow(name, unit: "s", netlab: cost.seconds * 1000 / Double(Self.cells), goal: .atMost(1200))
        ]
    }

    private func merged(_ bench: SweepBench) throws -> [BenchRow] {
        context.showProgress("sweep: merging \(Self.rows) rows")
        return Self.rows(
            "1,000,000 rows of 1,000 cells merged",
            try bench.merge(rows: Self.rows, cells: 1000),
            seconds: 5,
            megabytes: 1000
        )
    }

    /// `times` is how many such runs the name promises.
    private static func rows(
        _ name: String,
        _ cost: ToolRun.Cost,
        times: Int = 1,
        seconds: Double,
        megabytes: Double
    ) -> [BenchRow] {
        [
            BenchRow(name, unit: "s", netlab: cost.seconds * Double(times), goal: .atMost(seconds)),
            BenchRow(
                "its memory",
                unit: "MB",
                netlab: cost.peakBytes.map { Double($0) / 1e6 },
                goal: .atMost(megabytes)
            ),
        ]
    }
}

extension ToolRun.Cost {
    fileprivate var seconds: Double { Double(time) / 1e9 }
}
