import Analysis
import LinkModel
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
        let analysis = RunAnalysis(
            record,
            scenario: plan.scenario,
            capture: CaptureReading.sightings(archive.folder.file(.clientCapture), into: console),
            originCapture: CaptureReading.sightings(archive.folder.file(.serverCapture), into: console),
            netlab: NetlabVersion.text,
            artifacts: archive.artifacts
        )
        var result = analysis.result()
        archive.keep(&result)
        show(result)
        return result
    }

    // MARK: Steps

    private func measure() throws(CommandFailure) -> RunRecord {
        do {
            try archive.begin(plan)
            let bench = try Bench(plan, folder: archive.folder, signals: signals)
            let record = bench.run { console.showProgress(ProgressLine.text($0)) }
            console.clearProgress()
            return record
        } catch let error as BenchError {
            throw CommandFailure(.failed, error.message, advice: error.advice)
        } catch {
            throw CommandFailure(.failed, "the run's folder cannot be written to: \(error)")
        }
    }

    private func announce() {
        guard !options.isQuiet else { return }
        let forecast = ScenarioForecast(plan.scenario)
        guard forecast.total > 0 else { return }
        let loses = plan.scenario.link.parameters.losesPackets
        let time = DurationFormat.text(forecast.total)
        let combination = plan.matrix.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        let name = combination.isEmpty ? plan.scenario.name : "\(plan.scenario.name) (\(combination))"
        console.note("\(name): theory says \(loses ? "at least " : "")\(time)")
    }

    private func show(_ result: RunResult) {
        if !result.emulation.isTrusted, let why = result.emulation.why {
            console.warn("the figures of this run cannot be trusted: \(why)")
        }
        if let failure = result.failure {
            console.note("netlab: error: \(failure)")
        }
        if options.isQuiet || options.asJSON { return }
        console.print(RunTable(result).text(console.style))
    }
}
