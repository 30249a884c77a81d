import Analysis
import Figures
package import JSON
package import LinuxIO
import Reports
package import Runs
package import ScenarioFormat
import Scenarios
package import Testbed
import Wire

/// Runs experiments one after the other while no other run uses this machine: every combination and
/// repetition of each scenario.
///
/// Main thread only.
package final class ExperimentSession {
    /// Interval between attempts to lock the machine, in milliseconds.
    private static let lockInterval: Nanoseconds = 50_000_000
    /// Maximum attempts to get trusted figures.
    private static let attempts = 3

    private let settings: ExperimentSettings
    private let signals: StopSignals
    private let tell: (ExperimentEvent) -> Void

    /// `tell` receives the events on the same thread.
    package init(
        _ settings: ExperimentSettings,
        signals: StopSignals = .none,
        _ tell: @escaping (ExperimentEvent) -> Void = { _ in }
    ) {
        self.settings = settings
        self.signals = signals
        self.tell = tell
    }

    /// Runs all sources; returns nothing if the wait for the machine was interrupted. `folder` receives the
    /// runs of a scenario; nil makes a new folder for each.
    package func results(
        of sources: [ExperimentSource],
        in folder: String? = nil
    ) throws(ExperimentError) -> [RunResult] {
        guard let lock = try machineLock() else { return [] }
        defer { extendLifetime(lock) }
        var results: [RunResult] = []
        for source in sources {
            results += try run(source, in: folder)
            if isOver(results) { break }
        }
        return results
    }

    private func isOver(_ results: [RunResult]) -> Bool {
        guard let last = results.last?.outcome else { return false }
        return last == .interrupted || settings.stopsIfUntrusted && last == .untrusted
    }

    /// Repeats a source until its figures are trusted, within `attempts`; nil if interrupted. `folder`
    /// receives the runs, with a number behind its name for later attempts; nil makes new folders.
    package func trustedResults(
        of source: ExperimentSource,
        in folder: String? = nil
    ) throws(ExperimentError) -> [RunResult]? {
        var why = ""
        for attempt in 1...Self.attempts {
            let place = folder.map { attempt == 1 ? $0 : "\($0)-\(attempt)" }
            let results = try results(of: [source], in: place)
            guard let last = results.last, last.outcome != .interrupted else { return nil }
            guard let doubt = results.lazy.compactMap(\.emulation.why).first else { return results }
            why = doubt
        }
        throw Self.busy(source.set.variants[0].scenario, why)
    }

    /// The trusted raw record of one run with its result. Leaves no folder behind.
    package func trustedRecord(of variant: ScenarioSet.Variant) throws(ExperimentError) -> (
        record: RunRecord, result: RunResult
    )? {
        var why = ""
        for attempt in 1...Self.attempts {
            guard let run = try passingRecord(of: variant, repetition: attempt) else { return nil }
            guard let doubt = run.result.emulation.why else { return run }
            why = doubt
        }
        throw Self.busy(variant.scenario, why)
    }

    /// The raw record of one run with its result, whether or not the figures can be trusted. Leaves no folder behind. nil
    /// if interrupted.
    package func passingRecord(
        of variant: ScenarioSet.Variant,
        repetition: Int = 1
    ) throws(ExperimentError) -> (record: RunRecord, result: RunResult)? {
        let folder = "/tmp/netlab-bench-\(RunClock.wall())"
        defer { Folder.remove(folder) }
        let plan = BenchPlan(variant, repetition: repetition, settings)
        guard let record = try record(of: plan, in: folder) else { return nil }
        let analysis = RunAnalysis(record, scenario: variant.scenario)
        return (record, analysis.result())
    }

    private static func busy(_ scenario: Scenario, _ why: String) -> ExperimentError {
        ExperimentError(
            "\(attempts) runs of \(scenario.name) produced no trusted figures: \(why)",
            advice: "try again when nothing else runs",
            cause: .busyMachine
        )
    }

    /// Runs a plan for its logs and captures only: judges, writes and shows nothing else. `folder` receives
    /// the captures. nil if interrupted.
    package func record(of plan: BenchPlan, in folder: String) throws(ExperimentError) -> RunRecord? {
        guard let lock = try machineLock() else { return nil }
        defer { extendLifetime(lock) }
        let archive: RunArchive
        do {
            archive = RunArchive(try RunFolder.named(folder), scenarioText: [])
        } catch {
            throw ExperimentError("\(error)")
        }
        let record = try Experiment(plan, archive, signals: signals).measure { [tell] event in
            if case .running = event { tell(event) }
        }
        switch record.ending {
        case .completed: return record
        case .interrupted: return nil
        case .failed(let why): throw ExperimentError("a run failed: \(why)")
        }
    }

    /// Performs all runs of one scenario in one folder.
    private func run(
        _ source: ExperimentSource,
        in path: String?
    ) throws(ExperimentError) -> [RunResult] {
        let plans = source.set.variants.flatMap { variant in
            (1...settings.repetitions).map { BenchPlan(variant, repetition: $0, settings) }
        }
        let folder = try makeFolder(path, for: source.set.variants[0].scenario.name)
        var results: [RunResult] = []
        var earlier: RunFolder?
        for (index, plan) in plans.enumerated() {
            let place: RunFolder
            do {
                place = try plans.count == 1 ? folder : folder.numbered(index + 1, of: plans.count)
            } catch {
                throw ExperimentError("\(error)")
            }
            let archive = RunArchive(place, scenarioText: source.text, earlier: earlier)
            earlier = place
            results.append(try Experiment(plan, archive, signals: signals).run(tell))
            if isOver(results) { break }
        }
        if plans.count > 1 { try write(RunResult.series(results), to: folder) }
        tell(.seriesEnded(results, folder))
        return results
    }

    private func makeFolder(_ path: String?, for scenario: String) throws(ExperimentError) -> RunFolder {
        do {
            return try RunFolder.make(path, scenario: scenario, wall: settings.date ?? RunClock.wall())
        } catch {
            throw ExperimentError("\(error)", advice: "name another one with --out")
        }
    }

    private func write(_ document: JSONValue, to folder: RunFolder) throws(ExperimentError) {
        do {
            try folder.write("results.json", Array(document.pretty.utf8))
        } catch {
            throw ExperimentError("the results cannot be written: \(error)")
        }
    }

    /// True once a stop was requested.
    package var isInterrupted: Bool { signals.take() != nil }

    /// Waits until no other run uses this machine; nil if the wait was interrupted.
    package func machineLock() throws(ExperimentError) -> MachineLock? {
        var hasReportedWait = false
        let clock = RunClock()
        let start = clock.now()
        while true {
            do {
                if let lock = try MachineLock.attempt() { return lock }
            } catch {
                throw ExperimentError("the machine's lock could not be taken: \(error)")
            }
            if !hasReportedWait {
                tell(.waitingForMachine(MachineLock.holder()))
                hasReportedWait = true
            }
            if let patience = settings.patience, clock.now() - start > patience {
                throw ExperimentError(
                    "other runs have used this machine for \(DurationFormat.text(patience)), and two at once disturb each other's timing",
                    advice: "try again when they have ended"
                )
            }
            signals.wait(atMost: Self.lockInterval)
            if signals.take() != nil { return nil }
        }
    }
}

extension RunResult {
    /// Several runs as one document, with the shared figures of repeated combinations.
    package static func series(_ results: [RunResult]) -> JSONValue {
        document(results, repeated: RepeatedFigures(results).figures)
    }
}
