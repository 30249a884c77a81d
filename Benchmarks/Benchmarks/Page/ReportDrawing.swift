import Analysis
import Experiments
import LinuxIO
import Reports
import Runs
import Testbed
import Theory
import Wire

/// The cost of a finished run's page, from the result to the page's bytes.
struct ReportDrawing {
    static let transfers = 2000

    private static let scenario = """
        netlab: 1
        name: page
        link: { down: {}, up: {} }
        origin: { files: { "f{1..50}.jpg": { image: jpeg, size: 500 B } } }
        client: { policy: none }
        steps: [ { name: feed, fetch: { pattern: cycle, count: \(transfers), page: 8 } } ]
        """

    let seconds: Double
    let kilobytes: Double

    /// nil if interrupted.
    init?(_ context: BenchmarkContext) throws(ExperimentError) {
        let folder = "/tmp/netlab-bench-\(RunClock.wall())"
        defer { Folder.removeWhole(folder) }
        var settings = ExperimentSettings()
        settings.line = .streams
        let source = try ExperimentSource.written(Self.scenario, as: "page.yaml")
        let results = try context.session(settings).results(of: [source], in: folder)
        guard results.last?.outcome != .interrupted else { return nil }
        let run: KeptRun
        do throws(KeptRunError) {
            run = try KeptRun(folder)
        } catch {
            throw ExperimentError(error.message, advice: error.advice)
        }
        guard run.result.transfers.count == Self.transfers else {
            throw ExperimentError("the run whose report is drawn has not \(Self.transfers) transfers")
        }
        let start = ProcessTiming.processorTime()
        var explanation = RunExplanation(run.result)
        explanation.whatIfs = WhatIfStudy.changes(to: run.result, of: nil)
        let bytes = RunPage(explanation, link: run.record.linkLog).bytes
        seconds = Double(ProcessTiming.processorTime() - start) / 1e9
        kilobytes = Double(bytes.count) / 1e3
    }
}
