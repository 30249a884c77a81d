package import Experiments
import JSON
package import LinuxIO
package import Programs
import Reports
import Runs
import ScenarioFormat
import Testbed

/// One `netlab run`: its scenarios with all combinations and repetitions, one after the other, shown on the
/// console.
package final class RunSession {
    private let options: RunOptions
    private let console: Console
    private let session: ExperimentSession
    private let repeatsUntrusted: Bool
    private let finished = FinishedRuns()
    /// Why a run's figures cannot be trusted, so that all runs are to be made again; nil if all can be, or if nobody
    /// makes them again.
    package private(set) var doubt: String?

    /// `page` shows the runs, too; nil without one. With `repeatsUntrusted` the first run whose figures cannot be trusted
    /// is the last, and nothing is shown of it.
    package init(
        _ options: RunOptions,
        _ console: Console,
        _ signals: StopSignals,
        page: RunsPage? = nil,
        repeatsUntrusted: Bool = false
    ) {
        self.options = options
        self.console = console
        self.repeatsUntrusted = repeatsUntrusted
        let printer = RunPrinter(
            console,
            isQuiet: options.isQuiet,
            asJSON: options.asJSON,
            repeatsUntrusted: repeatsUntrusted
        )
        var settings = options.settings
        settings.stopsIfUntrusted = repeatsUntrusted
        session = ExperimentSession(settings, signals: signals) { [finished] event in
            printer.show(event)
            page?.show(event)
            if case .seriesEnded(_, let folder) = event { finished.add(folder.path) }
        }
    }

    /// The folders of the scenarios that have been run.
    package var finishedRoots: [String] { finished.roots }

    package func run(_ scenarios: [ExperimentSource]) throws(CommandFailure) -> ExitStatus {
        let results = try results(of: scenarios)
        if results.isEmpty { return .interrupted }
        if repeatsUntrusted, results.last?.outcome == .untrusted {
            doubt = results.last?.emulation.why ?? "no reason is known"
            return options.untrustedStatus
        }
        if options.asJSON {
            console.print(RunResult.series(results).pretty)
        }
        return ExitStatus.worst(of: results.map(\.outcome), untrusted: options.untrustedStatus)
    }

    /// Runs all scenarios while no other run uses this machine; empty if that wait was interrupted.
    func results(of scenarios: [ExperimentSource]) throws(CommandFailure) -> [RunResult] {
        try told { () throws(ExperimentError) in
            try session.results(of: scenarios, in: options.folder)
        }
    }

    /// Repeats a scenario until its figures are trusted, a few times at most; nil if interrupted. `folder`
    /// receives the runs, with a number behind its name for later attempts; nil makes new folders.
    func trustedResults(of scenario: ExperimentSource, in folder: String? = nil) throws(CommandFailure)
        -> [RunResult]?
    {
        try told { () throws(ExperimentError) in
            try session.trustedResults(of: scenario, in: folder)
        }
    }

    /// Turns an experiment's error into a command's failure.
    private func told<Value: ~Copyable>(
        _ work: () throws(ExperimentError) -> Value
    ) throws(CommandFailure) -> Value {
        do {
            return try work()
        } catch {
            throw CommandFailure(error)
        }
    }
}
