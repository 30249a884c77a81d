import Figures
import LinuxIO
package import Programs
package import Sweeps
import Wire

/// Runs the cells of a sweep's folder on this machine, each in a process of its own, so that one that fails costs itself
/// alone.
package final class SweepRunner {
    /// Tries of a cell whose result did not count.
    private static let mostTries = 3
    /// How long cells may take to end when they are interrupted.
    private static let patience: Nanoseconds = 10_000_000_000

    private let folder: SweepFolder
    private let jobs: Int
    private let keepsRuns: Bool
    private let console: Console
    private var waiting: ArraySlice<PlannedCell>
    private var again: [PlannedCell] = []
    private let crew: ParallelPrograms<PlannedCell>
    private var tries: [CellIdentity: Int] = [:]
    private var finished = 0
    /// Cells whose combination is known well enough.
    private var spared = 0
    private var failed = 0
    private let cells: [PlannedCell]
    private var progress: SweepProgress

    /// `progress` knows all cells of the sweep, of which `cells` are to be run.
    package init(
        _ folder: SweepFolder,
        _ cells: [PlannedCell],
        _ progress: SweepProgress,
        jobs: Int,
        keepsRuns: Bool,
        _ console: Console
    ) throws(CommandFailure) {
        self.folder = folder
        self.jobs = jobs
        self.keepsRuns = keepsRuns
        self.console = console
        crew = ParallelPrograms(try .ofCommand(), patience: Self.patience)
        self.cells = cells
        self.progress = progress
        finished = cells.count(where: progress.isFinished)
        waiting = cells.filter { !progress.isFinished($0) }[...]
    }

    /// The status of a cell that is not finished, the one that another try does not help first; 0 if all are.
    package private(set) var worst = ExitStatus.done

    /// True if no cell is needed any more.
    package var isComplete: Bool { !cells.contains(where: progress.needs) }

    /// Runs all that are not finished. False if a signal came first.
    package func run() throws(CommandFailure) -> Bool {
        folder.removeAbandonedParts(now: RunClock.wall())
        if finished > 0 {
            console.note(
                "\(ByteFormat.grouped(finished)) of \(CountFormat.text(cells.count, "cell")) \(finished == 1 ? "is" : "are") already finished"
            )
        }
        while true {
            while crew.count < jobs, let cell = next() { try start(cell) }
            console.showProgress(news)
            guard crew.count > 0 else { break }
            // Each that is interrupted drops its part.
            guard let ended = crew.ended() else {
                console.clearProgress()
                return false
            }
            for (cell, ending) in ended { settle(cell, ending) }
        }
        console.clearProgress()
        return true
    }

    private var news: String {
        let failures = failed == 0 ? "" : ", \(failed) failed"
        let known = spared == 0 ? "" : ", \(ByteFormat.grouped(spared)) not needed"
        return "\(ByteFormat.grouped(finished)) of \(CountFormat.text(cells.count, "cell"))\(known), "
            + "\(crew.count) under way\(failures)"
    }

    private func next() -> PlannedCell? {
        while let cell = waiting.popFirst() {
            // Another runner may have finished it meanwhile.
            if folder.isFinished(cell.identity) {
                note(cell)
            } else if progress.needs(cell) {
                return cell
            } else {
                spared += 1
            }
        }
        return again.isEmpty ? nil : again.removeFirst()
    }

    private func start(_ cell: PlannedCell) throws(CommandFailure) {
        let words = [Executable.path ?? "netlab", "sweep", "cell", folder.path, cell.identity.text]
        let order = ProgramOrder(
            (words + (keepsRuns ? ["--keep"] : [])).map { Array($0.utf8) },
            environment: .own,
            streams: .background
        )
        do throws(SystemCallError) {
            try crew.start(cell, order)
        } catch {
            throw CommandFailure(.failed, "a cell cannot be started: \(error)")
        }
    }

    private func settle(_ cell: PlannedCell, _ ending: ProgramEnding) {
        guard !folder.isFinished(cell.identity) else {
            note(cell)
            return
        }
        let tried = tries[cell.identity, default: 0] + 1
        tries[cell.identity] = tried
        if ending.status == ExitStatus.failed.rawValue, tried < Self.mostTries {
            again.append(cell)
            return
        }
        failed += 1
        let status = ExitStatus(rawValue: ending.status)
        if worst == .done || worst == .failed {
            worst = [.wrongUsage, .invalidFile].contains(status) ? status : .failed
        }
        console.clearProgress()
        console.warn("the cell \(cell.identity) ended with status \(ending.status)")
    }

    private func note(_ cell: PlannedCell) {
        progress.note(cell)
        finished += 1
    }
}
