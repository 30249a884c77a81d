import Experiments
import LinuxIO
import Logs
import Runs
import ScenarioFormat
import Testbed

/// A capture of many downloads over a line with loss, made by a netlab run, with the client's record of them.
/// Removed at the end.
final class LossyCapture {
    static let bodyBytes = 690_000
    /// Files that a step fetches at once.
    private static let filesOfStep = 30

    private let folder: String
    /// The capture of the client's host.
    let path: String
    /// Size of the file.
    let bytes: Int64
    /// Size of each response's body as the client counted it, sorted.
    let bodies: [Int]

    /// Makes about `bytes` of packets; nil if the run was interrupted.
    static func make(
        _ bytes: Int64,
        _ spoken: CapturedProtocol,
        _ context: BenchmarkContext,
        bodyBytes: Int = bodyBytes
    ) throws -> LossyCapture? {
        let folder = "/tmp/netlab-bench-\(RunClock.wall())"
        try Folder.make(folder, mode: 0o700)
        do {
            guard let record = try record(bytes, spoken, folder, context, bodyBytes) else {
                remove(folder)
                return nil
            }
            let path = "\(folder)/run/\(Artifact.clientCapture.fileName)"
            let bodies = record.transfers.compactMap { $0.exchange?.bodyBytes }
            return LossyCapture(folder, path, bodies: bodies.sorted())
        } catch {
            remove(folder)
            throw error
        }
    }

    /// The same downloads, repeated up to about `bytes`, each time by another client and at another time.
    func repeated(toReach bytes: Int64) throws -> LossyCapture {
        let copies = max(1, Int((bytes + self.bytes / 2) / max(1, self.bytes)))
        let folder = "\(self.folder)-again"
        try Folder.make(folder, mode: 0o700)
        let path = "\(folder)/\(Artifact.clientCapture.fileName)"
        do {
            try CaptureRepetition(path: self.path, copies: copies).write(path)
        } catch {
            Self.remove(folder)
            throw error
        }
        let bodies = self.bodies.flatMap { [Int](repeating: $0, count: copies) }
        return LossyCapture(folder, path, bodies: bodies)
    }

    private init(_ folder: String, _ path: String, bodies: [Int]) {
        self.folder = folder
        self.path = path
        self.bodies = bodies
        bytes = FileStatus(path).map { Int64($0.size) } ?? 0
    }

    deinit {
        Self.remove(folder)
    }

    private static func remove(_ folder: String) {
        Folder.remove("\(folder)/run")
        Folder.remove(folder)
    }

    private static func record(
        _ bytes: Int64,
        _ spoken: CapturedProtocol,
        _ folder: String,
        _ context: BenchmarkContext,
        _ bodyBytes: Int
    ) throws -> RunRecord? {
        try WholeFile.write("\(folder)/body.bin", body(bodyBytes))
        let scenario = "\(folder)/scenario.yaml"
        let steps = max(1, Int(bytes) / (bodyBytes * filesOfStep))
        let text = Array(text(steps, spoken).utf8)
        try WholeFile.write(scenario, text)
        let plan = BenchPlan(
            try ExperimentSource(text: text, file: scenario).set.variants[0],
            repetition: 1,
            .packets
        )
        return try context.session().record(of: plan, in: "\(folder)/run")
    }

    /// Incompressible content without repetitions.
    private static func body(_ count: Int) -> [UInt8] {
        var state: UInt64 = 47
        return (0..<count).map { _ -> UInt8 in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
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
