import LinuxIO
import Reports
import Runs

/// What recording costs, and whether anything is missed, beside tcpdump: the same packets for both, one after the other.
struct CaptureBenchmark {
    /// The least share of the rate asked for that must have been offered: else the figures are of another load.
    private static let offeredShare = 0.95

    private let console: Console
    private let rounds: Int

    init(_ console: Console, rounds: Int) {
        self.console = console
        self.rounds = rounds
    }

    func rows() throws(CommandFailure) -> [BenchRow] {
        let folder = "/tmp/netlab-bench-\(RunClock.wall())"
        defer { Folder.remove(folder) }
        do {
            try Folder.make(folder, mode: 0o700)
            var rows: [BenchRow] = []
            for load in [RecordingLoad.full, .heads] {
                var outcomes: [PacketRecorder: [RecordingRound.Outcome]] = [:]
                for round in 1...rounds {
                    for recorder in PacketRecorder.allCases {
                        console.showProgress("capture: round \(round) of \(rounds): \(recorder.rawValue)")
                        let round = RecordingRound(recorder: recorder, load: load, folder: folder)
                        guard let outcome = try round.outcome() else { continue }
                        outcomes[recorder, default: []].append(outcome)
                    }
                }
                rows += Self.rows(load, outcomes)
            }
            return rows
        } catch {
            throw CommandFailure(.failed, "recording could not be measured: \(error)")
        }
    }

    private static func rows(
        _ load: RecordingLoad,
        _ outcomes: [PacketRecorder: [RecordingRound.Outcome]]
    ) -> [BenchRow] {
        func row(
            _ what: String,
            unit: String,
            goal: BenchRow.Goal,
            _ figure: ([RecordingRound.Outcome]) -> Double?
        ) -> BenchRow {
            BenchRow(
                "\(load.words): \(what)",
                unit: unit,
                netlab: outcomes[.netlab].flatMap(figure),
                peer: outcomes[.tcpdump].flatMap(figure),
                peerName: outcomes[.tcpdump] == nil ? "tcpdump (left out)" : "tcpdump",
                goal: goal
            )
        }
        return [
            row("offered", unit: "Gbit/s", goal: .atLeast(Double(load.rateBps) / 1e9 * offeredShare)) {
                $0.map { $0.offeredBps / 1e9 }.median
            },
            row("not recorded, most", unit: "packets", goal: .atMost(0)) {
                $0.map { Double($0.sent - $0.recorded) }.max()
            },
            row("processor for a packet", unit: "us", goal: .ratioAtMost(1)) {
                $0.compactMap(\.costOfPacket).median
            },
        ]
    }
}
