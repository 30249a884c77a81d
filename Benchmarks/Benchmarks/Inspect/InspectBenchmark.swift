package import Experiments
import Inspection
import LinuxIO
package import Reports

/// Cost of reading a capture beside other programs, and whether everything that its client received is found.
/// The programs take turns in every round.
package struct InspectBenchmark {
    /// Maximum bytes recorded on a real line. A larger capture repeats this one.
    private static let mostRecorded: Int64 = 200_000_000

    private let context: BenchmarkContext
    private let rounds: Int
    private let captureBytes: Int64

    package init(_ context: BenchmarkContext, rounds: Int, captureBytes: Int64) {
        self.context = context
        self.rounds = rounds
        self.captureBytes = captureBytes
    }

    /// nil if interrupted.
    package func rows() throws(ExperimentError) -> [BenchRow]? {
        do {
            context.showProgress("inspect: making a capture of \(CapturedProtocol.plain.rawValue)")
            let recorded = min(captureBytes, Self.mostRecorded)
            guard let plain = try LossyCapture.make(recorded, .plain, context) else { return nil }
            context.showProgress("inspect: making it longer")
            let whole = captureBytes > recorded ? try plain.repeated(toReach: captureBytes) : plain
            let costs = try costs(whole)
            let found = try CaptureReading.inspect([whole.path]).exchanges.keeping { $0.status != nil }
            var rows = rows(costs, whole)
            if captureBytes > recorded { rows += try growth(costs, from: plain, to: whole) }
            rows += CaptureExactness.rows(.plain, found, whole)
            guard let others = try EncryptedReading(context, rounds: rounds, plain: plain).rows() else {
                return nil
            }
            return rows + others
        } catch let failure as ExperimentError {
            throw failure
        } catch {
            throw ExperimentError("reading captures could not be measured: \(error)")
        }
    }

    private func costs(_ capture: LossyCapture) throws -> [CaptureReader: [ToolRun.Cost]] {
        var costs: [CaptureReader: [ToolRun.Cost]] = [:]
        for reader in CaptureReader.allCases where reader.tool == nil {
            context.note("\(reader.rawValue) (left out): it is not installed")
        }
        for round in 1...rounds {
            for reader in CaptureReader.allCases where round == 1 || !reader.isSlow {
                guard let tool = reader.tool else { continue }
                context.showProgress("inspect: round \(round) of \(rounds): \(reader.rawValue)")
                costs[reader, default: []].append(try tool.cost(reader.arguments(capture.path)))
            }
        }
        return costs
    }

    private func rows(_ costs: [CaptureReader: [ToolRun.Cost]], _ capture: LossyCapture) -> [BenchRow] {
        func seconds(_ reader: CaptureReader) -> Double? {
            costs[reader]?.map { Double($0.time) / 1e9 }.median
        }
        let peers = CaptureReader.allCases.filter { $0 != .netlab && costs[$0] != nil }
        return peers.map { peer in
            BenchRow(
                "a capture of \(capture.bytes / 1_000_000) MB",
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
                netlab: Self.mebibytes(costs[.netlab] ?? []),
                goal: .atMost(64)
            )
        ]
    }

    /// Growth of memory from a shorter to a longer capture.
    private func growth(
        _ costs: [CaptureReader: [ToolRun.Cost]],
        from part: LossyCapture,
        to whole: LossyCapture
    ) throws -> [BenchRow] {
        guard let tool = CaptureReader.netlab.tool else { return [] }
        let short = try tool.cost(CaptureReader.netlab.arguments(part.path))
        return [
            BenchRow(
                "memory, \(whole.bytes / 1_000_000) MB beside \(part.bytes / 1_000_000) MB",
                unit: "MiB",
                netlab: Self.mebibytes(costs[.netlab] ?? []),
                peer: Self.mebibytes([short]),
                peerName: "netlab, the shorter",
                goal: .ratioAtMost(Self.flat)
            )
        ]
    }

    /// A capture five times as long has five times as many responses and connections. Only a bounded number
    /// of them stays in memory; the rest of the growth is the allocator's.
    private static let flat = 1.25

    private static func mebibytes(_ costs: [ToolRun.Cost]) -> Double? {
        costs.compactMap { $0.peakBytes.map { Double($0) / 1_048_576 } }.max()
    }
}
