import LinuxIO
import Runs
import Testbed

/// A capture of many downloads over a line with loss, made by a run of netlab's own, and what its client knows of them.
/// It is removed in the end.
final class LossyCapture {
    private static let bodyBytes = 690_000
    /// Files that a step fetches.
    private static let filesOfStep = 155

    let folder: String
    /// What the client's host saw.
    let path: String
    /// The client's own count of each response's body, sorted.
    let bodies: [Int]

    /// About `bytes` of packets; nil where the run was interrupted.
    static func make(
        _ bytes: Int64,
        _ spoken: CapturedProtocol,
        _ console: Console
    ) throws -> LossyCapture? {
        let folder = "/tmp/netlab-bench-\(RunClock.wall())"
        try Folder.make(folder, mode: 0o700)
        var state: UInt64 = 47
        let body = (0..<bodyBytes).map { _ -> UInt8 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
        try WholeFile.write("\(folder)/body.bin", body)
        let steps = max(1, Int(bytes) / (bodyBytes * filesOfStep))
        let scenario = "\(folder)/scenario.yaml"
        try WholeFile.write(scenario, Array(text(steps, spoken).utf8))
        var options = RunOptions()
        options.isQuiet = true
        options.line = .packets
        options.folder = "\(folder)/run"
        let session = try RunSession(options, console)
        guard let result = try session.results(of: [try ScenarioLoading.load(scenario)]).first,
            result.outcome != .interrupted
        else {
            remove(folder)
            return nil
        }
        if let why = result.failure { throw CommandFailure(.failed, "the capture could not be made: \(why)") }
        return LossyCapture(folder, result)
    }

    private init(_ folder: String, _ result: RunResult) {
        self.folder = folder
        path = "\(folder)/run/\(Artifact.clientCapture.fileName)"
        bodies = result.transfers.compactMap { $0.clientLog?.exchange.sizeBytes }.sorted()
    }

    deinit {
        Self.remove(folder)
    }

    private static func remove(_ folder: String) {
        Folder.remove("\(folder)/run")
        Folder.remove(folder)
    }

    private static func text(_ steps: Int, _ spoken: CapturedProtocol) -> String {
        var lines = [
            "netlab: 1", "name: inspect", "seed: 47", "link:",
            "  down: { rate: 1 Gbit/s, oneWayDelay: 2 ms, loss: 0.3 %, queue: 4000 packets }",
            "  up: { rate: 1 Gbit/s, oneWayDelay: 2 ms }", "origin:",
        ]
        lines += spoken.originLines + ["  files:"]
        lines += (0..<filesOfStep).map { "    f\($0).bin: { from: body.bin }" }
        lines += ["client:", "  policy: none", "  connections: 6", "steps:"]
        for step in 0..<steps { lines += ["  - name: s\(step)", "    fetch: all", "    start: together"] }
        return lines.joined(separator: "\n") + "\n"
    }
}
