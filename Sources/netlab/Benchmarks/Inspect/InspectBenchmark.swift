import Inspection
import LinuxIO
import Reports

/// What reading a capture takes beside other programs, and whether all that its client received is found. The programs
/// have their turns one after the other in every round.
struct InspectBenchmark {
    private let console: Console
    private let rounds: Int
    private let captureBytes: Int64

    init(_ console: Console, rounds: Int, captureBytes: Int64) {
        self.console = console
        self.rounds = rounds
        self.captureBytes = captureBytes
    }

    /// nil where it was interrupted.
    func rows() throws(CommandFailure) -> [BenchRow]? {
        do {
            console.showProgress("inspect: making the capture")
            guard let capture = try LossyCapture.make(captureBytes, .plain, console) else { return nil }
            var costs: [CaptureReader: [ToolRun.Cost]] = [:]
            for reader in CaptureReader.allCases where reader.tool == nil {
                console.note("\(reader.rawValue) (left out): it is not installed")
            }
            for round in 1...rounds {
                for reader in CaptureReader.allCases where round == 1 || !reader.isSlow {
                    guard let tool = reader.tool else { continue }
                    console.showProgress("inspect: round \(round) of \(rounds): \(reader.rawValue)")
                    costs[reader, default: []].append(try tool.cost(reader.arguments(capture.path)))
                }
            }
            let found = try CaptureReading.inspect(capture.path).exchanges.filter { $0.status != nil }
            guard
                let others = try EncryptedReading(console, rounds: rounds, captureBytes: captureBytes).rows()
            else {
                return nil
            }
            return rows(costs) + CaptureExactness.rows(.plain, found, capture) + others
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(.failed, "reading captures could not be measured: \(error)")
        }
    }

    private func rows(_ costs: [CaptureReader: [ToolRun.Cost]]) -> [BenchRow] {
        func seconds(_ reader: CaptureReader) -> Double? {
            costs[reader]?.map { Double($0.time) / 1e9 }.median
        }
        let peers = CaptureReader.allCases.filter { $0 != .netlab && costs[$0] != nil }
        return peers.map { peer in
            BenchRow(
                "a capture of \(captureBytes / 1_000_000) MB",
                unit: "s",
                netlab: seconds(.netlab),
                peer: seconds(peer),
                peerName: peer.rawValue,
                goal: peer == .tcpdump ? .ratioAtMost(1.5) : nil
            )
        } + [
            BenchRow(
                "memory for it, at most",
                unit: "MiB",
                netlab: costs[.netlab]?.compactMap { $0.peakBytes.map { Double($0) / 1_048_576 } }.max(),
                goal: .atMost(64)
            )
        ]
    }
}
