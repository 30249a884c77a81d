package import Experiments
import LinuxIO
package import Reports

/// Cost of recording, and missed packets, beside tcpdump. Both record the same packets in short turns.
package struct CaptureBenchmark {
    private let context: BenchmarkContext
    private let rounds: Int

    package init(_ context: BenchmarkContext, rounds: Int) {
        self.context = context
        self.rounds = rounds
    }

    package func rows() throws(ExperimentError) -> [BenchRow] {
        let folder = "/tmp/netlab-bench-\(RunClock.wall())"
        defer { Folder.remove(folder) }
        do {
            try Folder.make(folder, mode: 0o700)
            return try [RecordingLoad.full, .heads].flatMap { try figures($0, folder).rows }
        } catch {
            throw ExperimentError("recording could not be measured: \(error)")
        }
    }

    private func figures(_ load: RecordingLoad, _ folder: String) throws -> RecordingFigures {
        var figures = RecordingFigures(load)
        let turns = rounds * load.turns
        for turn in 0..<turns {
            var outcomes: [PacketRecorder: RecordingTurn.Outcome] = [:]
            // Alternate the order, since each recorder finds the machine as the previous one left it.
            for recorder in turn % 2 == 0 ? PacketRecorder.allCases : PacketRecorder.allCases.reversed() {
                context.showProgress("capture: turn \(turn + 1) of \(turns): \(recorder.file)")
                let turn = RecordingTurn(recorder: recorder, load: load, folder: folder)
                outcomes[recorder] = try turn.outcome()
            }
            figures.add(outcomes)
        }
        return figures
    }
}
