import LinuxIO
import Reports

/// What recording costs, and whether anything is missed, beside tcpdump: the same packets for both, in short turns.
struct CaptureBenchmark {
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
            return try [RecordingLoad.full, .heads].flatMap { try figures($0, folder).rows }
        } catch {
            throw CommandFailure(.failed, "recording could not be measured: \(error)")
        }
    }

    private func figures(_ load: RecordingLoad, _ folder: String) throws -> RecordingFigures {
        var figures = RecordingFigures(load)
        let turns = rounds * load.turns
        for turn in 0..<turns {
            var outcomes: [PacketRecorder: RecordingTurn.Outcome] = [:]
            // Who comes behind another finds the machine as that left it.
            for recorder in turn % 2 == 0 ? PacketRecorder.allCases : PacketRecorder.allCases.reversed() {
                console.showProgress("capture: turn \(turn + 1) of \(turns): \(recorder.file)")
                let turn = RecordingTurn(recorder: recorder, load: load, folder: folder)
                outcomes[recorder] = try turn.outcome()
            }
            figures.add(outcomes)
        }
        return figures
    }
}
