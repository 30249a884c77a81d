import Figures
import LinuxIO
import Programs
import Reports
import Sweeping
import Sweeps
import Wire

/// Reads captures into rows, each in a process of its own: one that crashes or is killed costs its own rows alone.
struct RowsRunner {
    private let order: RowsOrder
    private let captures: [NamedCapture]
    private let console: Console
    private let signals: StopSignals

    init(_ order: RowsOrder, _ captures: [NamedCapture], _ console: Console) throws(CommandFailure) {
        self.order = order
        self.captures = captures
        self.console = console
        signals = try .ofCommand()
    }

    func run() throws(CommandFailure) -> ExitStatus {
        // The largest first, so that none is begun when all others are over.
        var waiting = captures.filter { !order.folder.shard(of: $0).isFinished($0) }
            .sorted { $0.bytes > $1.bytes }[...]
        let before = captures.count - waiting.count
        // A reader that is stopped at once leaves nothing that counts.
        let crew = ParallelPrograms<NamedCapture>(signals, patience: 0)
        var (finished, failed) = (before, 0)
        while true {
            while crew.count < order.jobs, let capture = waiting.popFirst() { try start(capture, crew) }
            console.showProgress(news(finished, crew.count, failed))
            guard crew.count > 0 else { break }
            guard let ended = crew.ended() else {
                console.clearProgress()
                return .interrupted
            }
            for (capture, ending) in ended {
                if ending.status == ExitStatus.done.rawValue {
                    finished += 1
                    Self.warn(of: capture, in: order.folder, on: console)
                } else {
                    failed += 1
                    try tell(capture, ending)
                }
            }
        }
        console.clearProgress()
        tell(finished, before: before, failed)
        return failed == 0 ? .done : .failed
    }

    private func start(_ capture: NamedCapture, _ crew: ParallelPrograms<NamedCapture>) throws(CommandFailure)
    {
        let words =
            [Executable.path ?? "netlab", "inspect", "--rows=\(order.folder.path)"] + order.words
            + ["--", capture.path]
        do throws(SystemCallError) {
            try crew.start(
                capture,
                // Its row says what it has to say.
                ProgramOrder(words.map { Array($0.utf8) }, environment: .own, streams: .none)
            )
        } catch {
            throw CommandFailure(.failed, "the process that reads a capture cannot be started: \(error)")
        }
    }

    private func news(_ finished: Int, _ running: Int, _ failed: Int) -> String {
        "\(ByteFormat.grouped(finished)) of \(CountFormat.text(captures.count, "capture")), "
            + "\(running) under way\(failed == 0 ? "" : ", \(ByteFormat.grouped(failed)) failed")"
    }

    /// Says why a capture has no rows, here and in its row: a process that was killed could not.
    private func tell(_ capture: NamedCapture, _ ending: ProgramEnding) throws(CommandFailure) {
        let reading = order.folder.shard(of: capture).reading
        let failure: String
        if reading?.outcome == .failed, let told = reading?.failure, told != ShardPart.begun {
            failure = told
        } else {
            switch ending {
            case .killed(let signal): failure = "its reader was killed by signal \(signal)"
            case .exited(let status): failure = "its reader ended with status \(status)"
            }
            // Where even this cannot be written, nothing can.
            try told { () throws(SweepError) in
                try order.folder.part(of: capture).fail(failure, netlab: NetlabVersion.text)
            }
        }
        console.clearProgress()
        console.warn("\(capture.path.unbroken): \(failure)")
    }

    /// Says if a capture that was read is torn: it has rows up to there.
    static func warn(of capture: NamedCapture, in folder: RowsFolder, on console: Console) {
        guard let reading = folder.shard(of: capture).reading, reading.outcome == .damaged else { return }
        console.clearProgress()
        console.warn("\(capture.path.unbroken): \(reading.failure ?? "it is damaged")")
    }

    private func tell(_ finished: Int, before: Int, _ failed: Int) {
        let old = before == 0 ? "" : ", \(ByteFormat.grouped(before)) of them from before"
        let none = failed == 0 ? "" : "; \(ByteFormat.grouped(failed)) could not be read"
        console.print(
            "\(order.folder.path.unbroken): rows of \(CountFormat.text(finished, "capture"))\(old)\(none)"
        )
    }
}
