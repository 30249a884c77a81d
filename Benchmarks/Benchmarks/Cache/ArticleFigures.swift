import Experiments
import Reports
import Runs

/// What hits and 304s save, in runs of the bundled scenarios over a line.
struct ArticleFigures {
    private var memory: [Double] = []
    private var disk: [Double] = []
    private var headers: [Double] = []
    private var bodies: [Double] = []
    private var confirmation: [Double] = []
    private var whole: [Double] = []

    /// Returns false if interrupted.
    mutating func measure(_ session: ExperimentSession) throws(ExperimentError) -> Bool {
        let loads = try Self.run("neoimage-concurrency", session)
        let validation = try Self.run("etag-304", session)
        guard let loads, let validation else { return false }
        memory += Self.improvement(of: "second", loads)
        disk += Self.improvement(of: "relaunch", loads)
        for transfer in validation.transfers(of: "unchanged") {
            headers += transfer.headerBytes.map { [Double($0)] } ?? []
            bodies += (transfer.clientLog?.exchange.sizeBytes).map { [Double($0)] } ?? []
            confirmation += Self.wireBytes(transfer)
        }
        // On a reused connection, like the 304's.
        whole += validation.transfers(of: "changed").flatMap(Self.wireBytes)
        return true
    }

    /// nil if interrupted. Throws if the run cannot be trusted.
    private static func run(_ name: String, _ session: ExperimentSession) throws(ExperimentError)
        -> RunResult?
    {
        let results = try session.results(of: [try .bundled(name)])
        guard let result = results.first, result.outcome != .interrupted else { return nil }
        if let why = result.failure ?? result.emulation.why {
            throw ExperimentError("\(name) gave no figures: \(why)")
        }
        return result
    }

    private static func improvement(of step: String, _ result: RunResult) -> [Double] {
        result.steps.filter { $0.name == step }.compactMap(\.cache.improvement).map { $0 * 100 }
    }

    /// Sum of both directions.
    private static func wireBytes(_ transfer: TransferResult) -> [Double] {
        guard let down = transfer.wireDownBytes, let up = transfer.wireUpBytes else { return [] }
        return [Double(down + up)]
    }

    var rows: [BenchRow] {
        [
            BenchRow(
                "a hit in memory spares, over DSL",
                unit: "%",
                netlab: memory.median,
                goal: .atLeast(99.9)
            ),
            BenchRow("a hit on disk spares, over DSL", unit: "%", netlab: disk.median, goal: .atLeast(99.9)),
            BenchRow("a 304's headers", unit: "B", netlab: headers.median, goal: .atMost(157)),
            BenchRow("a 304's body", unit: "B", netlab: bodies.median, goal: .atMost(0)),
            BenchRow(
                "a 304 on the wire, both ways",
                unit: "B",
                netlab: confirmation.median,
                peer: whole.median,
                peerName: "10 MB",
                goal: .ratioAtMost(0.001)
            ),
        ]
    }
}
