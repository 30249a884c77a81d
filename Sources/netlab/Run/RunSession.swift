import Analysis
import LinuxIO
import Reports
import Runs
import Scenarios
import Testbed

/// One `netlab run`: its scenarios, their combinations and repetitions, one after the other.
final class RunSession {
    /// How often a free machine is asked for again, in milliseconds.
    private static let lockInterval: Int32 = 50
    /// A run whose figures cannot be trusted is made anew so often where only trusted ones will do.
    private static let attempts = 3

    private var options: RunOptions
    private let console: Console
    private let signals: StopSignals

    init(_ options: RunOptions, _ console: Console) throws(CommandFailure) {
        self.options = options
        self.console = console
        do {
            signals = try StopSignals()
        } catch {
            throw CommandFailure(.failed, "signals could not be listened for: \(error)")
        }
    }

    func run(_ scenarios: [ScenarioLoading.Loaded]) throws(CommandFailure) -> ExitStatus {
        let results = try results(of: scenarios)
        if results.isEmpty { return .interrupted }
        if options.asJSON {
            console.print(Self.document(results).pretty)
        }
        return ExitStatus.worst(of: results.map(\.outcome))
    }

    /// Runs them all, alone on this machine; nothing where the wait for that was interrupted.
    func results(of scenarios: [ScenarioLoading.Loaded]) throws(CommandFailure) -> [RunResult] {
        guard let lock = try machineLock() else { return [] }
        defer { extendLifetime(lock) }
        var results: [RunResult] = []
        for scenario in scenarios {
            results += try run(scenario)
            if results.last?.outcome == .interrupted { break }
        }
        return results
    }

    /// Runs one until its figures can be trusted, a few times at most; nil where it was interrupted. `folder` is where its
    /// runs go, those that were not trusted with a number behind it; nil makes fresh ones.
    func trustedResults(of scenario: ScenarioLoading.Loaded, in folder: String? = nil) throws(CommandFailure)
        -> [RunResult]?
    {
        var why = ""
        for attempt in 1...Self.attempts {
            options.folder = folder.map { attempt == 1 ? $0 : "\($0)-\(attempt)" }
            let results = try results(of: [scenario])
            guard let last = results.last, last.outcome != .interrupted else { return nil }
            guard let doubt = results.lazy.compactMap(\.emulation.why).first else { return results }
            why = doubt
        }
        throw Self.busy(scenario.set.variants[0].scenario, why)
    }

    /// Likewise, for what it recorded and what that means alone: no folder is left behind.
    func trustedRecord(of variant: ScenarioSet.Variant) throws(CommandFailure) -> (
        record: RunRecord, result: RunResult
    )? {
        var why = ""
        for attempt in 1...Self.attempts {
            let folder = "/tmp/netlab-bench-\(RunClock.wall())"
            defer { Folder.remove(folder) }
            let plan = BenchPlan(variant, repetition: attempt, options)
            guard let record = try record(of: plan, in: folder) else { return nil }
            let analysis = RunAnalysis(record, scenario: variant.scenario, netlab: NetlabVersion.text)
            let result = analysis.result()
            guard let doubt = result.emulation.why else { return (record, result) }
            why = doubt
        }
        throw Self.busy(variant.scenario, why)
    }

    private static func busy(_ scenario: Scenario, _ why: String) -> CommandFailure {
        var failure = CommandFailure(
            .failed,
            "\(attempts) runs of \(scenario.name) gave no figures: \(why)",
            advice: "try again when nothing else runs"
        )
        failure.isOfBusyMachine = true
        return failure
    }

    /// Runs one, for what its logs and captures hold alone: nothing is judged, written or shown. `folder` is where its
    /// captures go; nil where it was interrupted.
    func record(of plan: BenchPlan, in folder: String) throws(CommandFailure) -> RunRecord? {
        guard let lock = try machineLock() else { return nil }
        defer { extendLifetime(lock) }
        let record: RunRecord
        do {
            let bench = try Bench(plan, folder: try RunFolder.named(folder), signals: signals)
            record = bench.run { [console] in console.showProgress(ProgressLine.text($0)) }
        } catch let error as BenchError {
            throw CommandFailure(.failed, error.message, advice: error.advice)
        } catch {
            throw CommandFailure(.failed, "\(error)")
        }
        switch record.ending {
        case .completed: return record
        case .interrupted: return nil
        case .failed(let why): throw CommandFailure(.failed, "a run came to nothing: \(why)")
        }
    }

    /// All runs of one scenario, in one folder.
    private func run(_ loaded: ScenarioLoading.Loaded) throws(CommandFailure) -> [RunResult] {
        let plans = loaded.set.variants.flatMap { variant in
            (1...options.repetitions).map { BenchPlan(variant, repetition: $0, options) }
        }
        let folder = try makeFolder(for: loaded.set.variants[0].scenario.name)
        var results: [RunResult] = []
        var earlier: RunFolder?
        for (index, plan) in plans.enumerated() {
            let place: RunFolder
            do {
                place = try plans.count == 1 ? folder : folder.numbered(index + 1, of: plans.count)
            } catch {
                throw CommandFailure(.failed, "\(error)")
            }
            let archive = RunArchive(place, scenarioText: loaded.text, earlier: earlier)
            earlier = place
            results.append(try RunPipeline(plan, archive, console, options, signals).run())
            if results.last?.outcome == .interrupted { break }
        }
        if plans.count > 1 { try write(Self.document(results), to: folder) }
        showSummary(of: results, in: folder)
        return results
    }

    private static func document(_ results: [RunResult]) -> JSONValue {
        RunResult.document(results, repeated: RepeatedFigures(results).figures)
    }

    /// That of the machine outside: a guest's calendar is the same in every run.
    private static var date: Int64 {
        GuestWishes.own?.date ?? RunClock.wall()
    }

    private func makeFolder(for scenario: String) throws(CommandFailure) -> RunFolder {
        do {
            guard let path = options.folder else {
                return try RunFolder.fresh(scenario: scenario, wall: Self.date)
            }
            return try RunFolder.named(path)
        } catch {
            throw CommandFailure(.failed, "\(error)", advice: "name another one with --out")
        }
    }

    private func write(_ document: JSONValue, to folder: RunFolder) throws(CommandFailure) {
        do {
            try folder.write("results.json", Array(document.pretty.utf8))
        } catch {
            throw CommandFailure(.failed, "the results could not be written: \(error)")
        }
    }

    private func showSummary(of results: [RunResult], in folder: RunFolder) {
        guard !options.isQuiet else { return }
        if results.count > 1, !options.asJSON {
            console.print("")
            console.printReport(SeriesTable(results).text(console.style))
            if let repeated = RepetitionTable(RepeatedFigures(results).figures).text(console.style) {
                console.print("")
                console.printReport(repeated)
            }
        }
        if results.count == 1, let finding = results[0].findings.first {
            console.remark("finding: \(finding)")
        }
        if results.last?.outcome == .interrupted { console.note("interrupted: what was recorded is kept") }
        console.note("folder:  \(folder.path)")
        guard results.count == 1 else { return }
        if results[0].link.mode == .packet {
            console.note("next:    netlab explain \(folder.path.quotedForShell)")
        } else {
            console.note("next:    netlab doctor (packet mode has real TCP, and captures)")
        }
    }

    /// True once somebody has asked for the end.
    var isInterrupted: Bool { signals.take() != nil }

    /// Waits until no other run is under way on this machine; nil where the wait was interrupted.
    func machineLock() throws(CommandFailure) -> MachineLock? {
        var hasSaidSo = false
        while true {
            do {
                if let lock = try MachineLock.attempt() { return lock }
            } catch {
                throw CommandFailure(.failed, "the machine's lock could not be taken: \(error)")
            }
            if !hasSaidSo {
                console.note(
                    "waiting for another netlab run on this machine to end: two at once spoil each other"
                )
                hasSaidSo = true
            }
            signals.wait(milliseconds: Self.lockInterval)
            if signals.take() != nil { return nil }
        }
    }
}

extension ExitStatus {
    /// An interruption outranks a failure, and a failure an expectation that was not met.
    static func worst(of outcomes: [RunResult.Outcome]) -> ExitStatus {
        if outcomes.contains(.interrupted) { return .interrupted }
        if outcomes.contains(.failed) || outcomes.contains(.untrusted) { return .failed }
        return outcomes.contains(.expectationsFailed) ? .expectationsNotMet : .done
    }
}
