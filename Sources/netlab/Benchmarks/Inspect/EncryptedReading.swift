import Inspection
import LinuxIO
import Reports

/// What opening a capture's encryption takes beside reading a plain one of the same downloads, and whether all is found.
struct EncryptedReading {
    /// A part of the plain capture's size does: the figures are ratios.
    private static let part: Int64 = 4

    private let console: Console
    private let rounds: Int
    private let captureBytes: Int64

    init(_ console: Console, rounds: Int, captureBytes: Int64) {
        self.console = console
        self.rounds = rounds
        self.captureBytes = captureBytes / Self.part
    }

    /// nil where it was interrupted.
    func rows() throws -> [BenchRow]? {
        var captures: [(spoken: CapturedProtocol, capture: LossyCapture)] = []
        for spoken in CapturedProtocol.allCases {
            console.showProgress("inspect: making a capture of \(spoken.rawValue)")
            guard let capture = try LossyCapture.make(captureBytes, spoken, console) else { return nil }
            captures.append((spoken, capture))
        }
        var costs: [CapturedProtocol: [Double]] = [:]
        for _ in 1...rounds {
            for (spoken, capture) in captures {
                guard let tool = CaptureReader.netlab.tool else { continue }
                let cost = try tool.cost(CaptureReader.netlab.arguments(capture.path))
                costs[spoken, default: []].append(Double(cost.time) / 1e9)
            }
        }
        var rows: [BenchRow] = []
        for (spoken, capture) in captures where spoken != .plain {
            rows.append(
                BenchRow(
                    "\(spoken.rawValue), opened: \(captureBytes / 1_000_000) MB",
                    unit: "s",
                    netlab: costs[spoken]?.median,
                    peer: costs[.plain]?.median,
                    peerName: "netlab, plain",
                    goal: .ratioAtMost(3)
                )
            )
            let found = try CaptureReading.inspect(capture.path).exchanges.filter { $0.status != nil }
            rows += CaptureExactness.rows(spoken, found, capture)
        }
        return rows
    }
}
