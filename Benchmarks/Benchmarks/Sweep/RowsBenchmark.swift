import Experiments
import LinuxIO
import Reports

/// What rows of a capture cost beside its plain report, and what merging the rows of many costs. Both read the same
/// capture in turn in every round, in which neither's file is new to the machine.
struct RowsBenchmark {
    /// Many small responses, each of which has a row and some causes.
    private static let captureBytes: Int64 = 60_000_000
    private static let bodyBytes = 12_000
    private static let rounds = 5
    private static let shards = 40

    private let context: BenchmarkContext
    private let netlab: ToolRun
    private let folder: String

    init(_ context: BenchmarkContext, _ netlab: ToolRun, in folder: String) {
        self.context = context
        self.netlab = netlab
        self.folder = folder
    }

    /// None if packets cannot be recorded here.
    func rows() throws -> [BenchRow] {
        context.showProgress("sweep: recording a capture of small responses")
        let made = try? LossyCapture.make(Self.captureBytes, .plain, context, bodyBytes: Self.bodyBytes)
        guard let capture = made ?? nil else {
            context.note("rows of captures (left out): packets cannot be recorded")
            return []
        }
        var (rows, plain): ([ToolRun.Cost], [ToolRun.Cost]) = ([], [])
        for round in 0..<Self.rounds {
            context.showProgress("sweep: rows of a capture, round \(round + 1) of \(Self.rounds)")
            plain.append(try netlab.cost(["inspect", capture.path]))
            rows.append(try netlab.cost(["inspect", "--rows", "\(folder)/rows-\(round)", capture.path]))
        }
        return [
            row(rows, plain, capture),
            BenchRow(
                "memory for it, at most",
                unit: "MB",
                netlab: rows.compactMap { $0.peakBytes.map { Double($0) / 1e6 } }.max(),
                goal: .atMost(100)
            ),
        ] + (try merged(capture))
    }

    private func row(
        _ rows: [ToolRun.Cost],
        _ plain: [ToolRun.Cost],
        _ capture: LossyCapture
    ) -> BenchRow {
        // Of the archive's arithmetic: seconds for a gigabyte.
        func seconds(_ costs: [ToolRun.Cost]) -> [Double] {
            costs.map { Double($0.processorTime) / Double(capture.bytes) }
        }
        let (ours, theirs) = (seconds(rows), seconds(plain))
        return BenchRow(
            "rows of a GB of captures, processor time",
            unit: "s",
            netlab: ours.median,
            peer: theirs.median,
            peerName: "plain inspect",
            pairedRatio: PairedRatio(ours, to: theirs),
            goal: .ratioAtMost(1.2)
        )
    }

    /// The same capture under many names, at different times.
    private func merged(_ capture: LossyCapture) throws -> [BenchRow] {
        let place = "\(folder)/archive"
        var paths: [String] = []
        for number in 0..<Self.shards {
            let path = "\(folder)/capture-\(number).pcapng"
            guard WholeFile.link(capture.path, to: path) else { return [] }
            paths.append(path)
        }
        context.showProgress("sweep: rows of \(Self.shards) captures")
        for path in paths {
            // A link shares its stamp: each is written at another time.
            FileStatus.stamp(path, used: RunClock.wall(), modified: RunClock.wall())
            try netlab.run(["inspect", "--rows", place, path])
        }
        context.showProgress("sweep: merging them")
        let cost = try netlab.cost(["sweep", "merge", place])
        return [
            BenchRow(
                "rows of \(Self.shards) captures merged, processor time",
                unit: "s",
                netlab: Double(cost.processorTime) / 1e9,
                goal: nil
            ),
            BenchRow(
                "its memory",
                unit: "MB",
                netlab: cost.peakBytes.map { Double($0) / 1e6 },
                goal: .atMost(1000)
            ),
        ]
    }
}
