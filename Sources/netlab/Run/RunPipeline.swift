import Analysis
import LinuxIO
import Reports
import Runs
import Scenarios
import Testbed
import Theory

/// One run from plan to result: bench, record, analysis, folder, table.
struct RunPipeline {
    private let plan: BenchPlan
    private let archive: RunArchive
    private let console: Console
    private let options: RunOptions
    private let signals: StopSignals

    init(
        _ plan: BenchPlan,
        _ archive: RunArchive,
        _ console: Console,
        _ options: RunOptions,
        _ signals: StopSignals
    ) {
        self.plan = plan
        self.archive = archive
        self.console = console
        self.options = options
        self.signals = signals
    }

    func run() throws(CommandFailure) -> RunResult {
        announce()
        var record = try measure()
        archive.keep(&record)
        let isCaptured = record.link.mode == .packet
        let analysis = RunAnalysis(
            record,
            scenario: plan.scenario,
            capture: isCaptured ? sightings(.clientCapture, record) : [],
            originCapture: isCaptured ? sightings(.serverCapture, record) : [],
            netlab: NetlabVersion.text,
            artifacts: archive.artifacts
        )
        var result = analysis.result()
        archive.keep(&result)
        show(result)
        return result
    }

    private func sightings(_ artifact: Artifact, _ record: RunRecord) -> [CaptureSighting] {
        CaptureReading.sightings(
            archive.folder.file(artifact),
            secrets: record.tlsSecrets,
            into: console
        )
    }

    // MARK: Steps

    private func measure() throws(CommandFailure) -> RunRecord {
        do {
            try archive.begin(plan)
            let bench = try Bench(plan, folder: archive.folder, signals: signals)
            if let missing = bench.missing { warnOfStreams(missing) }
            let record = bench.run { console.showProgress(ProgressLine.text($0)) }
            console.clearProgress()
            return record
        } catch let error as BenchError {
            throw CommandFailure(.failed, error.message, advice: error.advice)
        } catch {
            throw CommandFailure(.failed, "the run's folder cannot be written to: \(error)")
        }
    }

    /// Said also where all else is to be quiet: the figures are of another kind.
    private func warnOfStreams(_ missing: BenchError) {
        console.warn("no packet mode: \(missing.message)")
        if let advice = missing.advice { console.note("  \(advice)") }
        console.note("  running in stream mode instead: paced byte streams, no packets and no captures")
    }

    private func announce() {
        let isOfStreams = plan.line == .streams
        let prediction = isOfStreams ? nil : ScenarioPrediction(plan.scenario)
        for timeout in prediction?.timeouts ?? [] { console.warn(timeout.sentence) }
        guard !options.isQuiet else { return }
        let forecast = ScenarioForecast(plan.scenario, isWindowless: isOfStreams)
        let combination = plan.matrix.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        let name = combination.isEmpty ? plan.scenario.name : "\(plan.scenario.name) (\(combination))"
        let gaps = prediction?.gaps ?? forecast.gaps
        guard let total = prediction.map(\.total) ?? forecast.total else {
            let unknown = gaps.filter { $0.effect == .unknown }
            guard !unknown.isEmpty else { return }
            let why = unknown.words
            console.note("\(name): theory does not tell how long it takes: it leaves out \(why)")
            return
        }
        guard total > 0 else { return }
        let bound =
            switch gaps.effect {
            case .longer: "at least "
            case .either: "about "
            case .unknown, nil: ""
            }
        console.note("\(name): theory says \(bound)\(DurationFormat.text(total))")
    }

    private func show(_ result: RunResult) {
        if !result.emulation.isTrusted, let why = result.emulation.why {
            console.warn("the figures of this run cannot be trusted: \(why)")
        }
        if let failure = result.failure {
            console.note("netlab: error: \(failure)")
        }
        if !options.isQuiet, !options.asJSON { console.printReport(RunTable(result).text(console.style)) }
        // On standard error in every mode: the only trace of a failure in a pipeline that keeps nothing else.
        for line in FailedExpectations(result).lines { console.note("netlab: \(line)") }
    }
}
