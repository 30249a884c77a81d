import Experiments
import Inspection
import LinuxIO
import Reports

/// Cost of decrypting a capture, per byte, compared with an unencrypted one of the same downloads, and
/// whether everything is found.
struct EncryptedReading {
    private let context: BenchmarkContext
    private let rounds: Int
    /// Capture of unencrypted downloads.
    private let plain: LossyCapture

    init(_ context: BenchmarkContext, rounds: Int, plain: LossyCapture) {
        self.context = context
        self.rounds = rounds
        self.plain = plain
    }

    /// nil if interrupted.
    func rows() throws -> [BenchRow]? {
        var captures: [(spoken: CapturedProtocol, capture: LossyCapture)] = [(.plain, plain)]
        for spoken in CapturedProtocol.allCases where spoken != .plain {
            context.showProgress("inspect: making a capture of \(spoken.rawValue)")
            guard let capture = try LossyCapture.make(plain.bytes, spoken, context) else { return nil }
            captures.append((spoken, capture))
        }
        let costs = try costs(captures)
        var rows: [BenchRow] = []
        for (spoken, capture) in captures where spoken != .plain {
            rows.append(
                BenchRow(
                    "\(spoken.rawValue), opened: \(capture.bytes / 1_000_000) MB",
                    unit: "ns/B",
                    netlab: costs[spoken]?.median,
                    peer: costs[.plain]?.median,
                    peerName: "netlab, plain",
                    goal: .ratioAtMost(3)
                )
            )
            let found = try CaptureReading.inspect([capture.path]).exchanges.keeping { $0.status != nil }
            rows += CaptureExactness.rows(spoken, found, capture)
        }
        return rows
    }

    /// Nanoseconds per byte of each file; every round reads all files in turn.
    private func costs(
        _ captures: [(spoken: CapturedProtocol, capture: LossyCapture)]
    ) throws -> [CapturedProtocol: [Double]] {
        var costs: [CapturedProtocol: [Double]] = [:]
        guard let tool = CaptureReader.netlab.tool else { return costs }
        for round in 1...rounds {
            for (spoken, capture) in captures where capture.bytes > 0 {
                context.showProgress("inspect: round \(round) of \(rounds): \(spoken.rawValue)")
                let cost = try tool.cost(CaptureReader.netlab.arguments(capture.path))
                costs[spoken, default: []].append(Double(cost.time) / Double(capture.bytes))
            }
        }
        return costs
    }
}
