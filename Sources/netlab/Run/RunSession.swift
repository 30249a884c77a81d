import Experiments
import JSON
import LinuxIO
import Runs
import ScenarioFormat
import Testbed

/// One `netlab run`: its scenarios, their combinations and repetitions, one after the other, shown on the console.
final class RunSession {
    private let options: RunOptions
    private let console: Console
    private let session: ExperimentSession

    init(_ options: RunOptions, _ console: Console) throws(CommandFailure) {
        self.options = options
        self.console = console
        let printer = RunPrinter(options, console)
        session = ExperimentSession(options.settings, signals: try .ofCommand()) { printer.show($0) }
    }

    func run(_ scenarios: [ScenarioLoading.Loaded]) throws(CommandFailure) -> ExitStatus {
        let results = try results(of: scenarios)
        if results.isEmpty { return .interrupted }
        if options.asJSON {
            console.print(RunResult.series(results).pretty)
        }
        return ExitStatus.worst(of: results.map(\.outcome))
    }

    /// Runs them all, alone on this machine; nothing where the wait for that was interrupted.
    func results(of scenarios: [ScenarioLoading.Loaded]) throws(CommandFailure) -> [RunResult] {
        try told { () throws(ExperimentError) in
            try session.results(of: scenarios.map(\.source), in: options.folder)
        }
    }

    /// Runs one until its figures can be trusted, a few times at most; nil where it was interrupted. `folder` is where its
    /// runs go, those that were not trusted with a number behind it; nil makes new ones.
    func trustedResults(of scenario: ScenarioLoading.Loaded, in folder: String? = nil) throws(CommandFailure)
        -> [RunResult]?
    {
        try told { () throws(ExperimentError) in
            try session.trustedResults(of: scenario.source, in: folder)
        }
    }

    /// What an experiment fails of, as a command's failure.
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

extension CommandFailure {
    init(_ error: ExperimentError) {
        self.init(.failed, error.message, advice: error.advice)
        isOfBusyMachine = error.cause == .busyMachine
    }
}

extension ScenarioLoading.Loaded {
    fileprivate var source: ExperimentSource { ExperimentSource(text: text, set: set) }
}

extension ExitStatus {
    /// An interruption outranks a failure, and a failure an expectation that was not met.
    static func worst(of outcomes: [RunResult.Outcome]) -> ExitStatus {
        if outcomes.contains(.interrupted) { return .interrupted }
        if outcomes.contains(.failed) || outcomes.contains(.untrusted) { return .failed }
        return outcomes.contains(.expectationsFailed) ? .expectationsNotMet : .done
    }
}
