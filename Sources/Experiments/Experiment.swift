import Analysis
import Grounds
import Inspection
package import LinuxIO
import Reports
package import Runs
import ScenarioFormat
package import Scenarios
package import Testbed
import Wire

/// One run of a scenario, from plan to result: builds the bench, runs the steps, writes the records to a
/// folder, and analyses them.
///
/// Main thread only: it enters the namespaces of the bench's hosts.
package struct Experiment {
    private let plan: BenchPlan
    private let archive: RunArchive
    private let signals: StopSignals
    private let makeClient: BenchClientMaker

    /// `client` makes the client, which fetches at its end of the line.
    package init(
        _ plan: BenchPlan,
        _ archive: RunArchive,
        signals: StopSignals = .none,
        client makeClient: @escaping BenchClientMaker = CachingBenchClient.init
    ) {
        self.plan = plan
        self.archive = archive
        self.signals = signals
        self.makeClient = makeClient
    }

    /// Runs a scenario as it is, in the given folder.
    package init(
        _ scenario: Scenario,
        in folder: RunFolder,
        _ settings: ExperimentSettings = ExperimentSettings(),
        signals: StopSignals = .none,
        client makeClient: @escaping BenchClientMaker = CachingBenchClient.init
    ) {
        let plan = BenchPlan(.init(matrix: [], scenario: scenario), repetition: 1, settings)
        let archive = RunArchive(folder, scenarioText: Array(plan.resolved.utf8))
        self.init(plan, archive, signals: signals, client: makeClient)
    }

    /// Runs the experiment. If it ends early, the records up to then are kept and the result says so.
    package func run(
        _ tell: @escaping (ExperimentEvent) -> Void = { _ in }
    ) throws(ExperimentError) -> RunResult {
        tell(.beginning(plan, ExperimentForecast(plan)))
        do {
            try archive.begin(plan)
        } catch {
            throw ExperimentError("the run's folder cannot be written to: \(error)")
        }
        var record = try measure(tell)
        tell(.measured)
        archive.keep(&record)
        let seen = inspection(of: .clientCapture, record, tell)
        var result = analysis(of: record, seen, tell).result()
        if let error = archive.keep(RunHTTPArchive(result, seen: seen).draft, of: &result) {
            tell(.documentNotWritten(error))
        }
        if let error = archive.keep(&result, as: \.json) { tell(.documentNotWritten(error)) }
        if let error = keepPage(result, record.linkLog) { tell(.documentNotWritten(error)) }
        if let packets = result.packets { tell(.carried(packets)) }
        for finding in result.findings { tell(.finding(finding)) }
        for expectation in result.expectations { tell(.verdict(expectation)) }
        tell(.ended(result, archive.folder))
        return result
    }

    private func keepPage(_ result: RunResult, _ link: [LinkLogEntry]) -> SystemCallError? {
        var explanation = RunExplanation(result)
        explanation.whatIfs = WhatIfStudy.changes(to: result, of: plan.scenario)
        return archive.keep(report: RunPage(explanation, link: link).bytes, as: RunPage.fileName)
    }

    /// Runs the experiment for its logs and captures only: judges nothing and writes nothing but the
    /// captures.
    func measure(_ tell: @escaping (ExperimentEvent) -> Void) throws(ExperimentError) -> RunRecord {
        do throws(BenchError) {
            let bench = try Bench(plan, folder: archive.folder, signals: signals, client: makeClient)
            if let missing = bench.missing { tell(.fellBackToStreams(missing)) }
            return bench.run { tell(.running($0)) }
        } catch {
            throw ExperimentError(error)
        }
    }

    /// `seen` is what the client's capture shows.
    private func analysis(
        of record: RunRecord,
        _ seen: CaptureInspection?,
        _ tell: (ExperimentEvent) -> Void
    ) -> RunAnalysis {
        RunAnalysis(
            record,
            scenario: plan.scenario,
            capture: seen?.sightings ?? [],
            originCapture: inspection(of: .serverCapture, record, tell)?.sightings ?? [],
            artifacts: archive.artifacts
        )
    }

    /// What a host's capture shows; nil without packets, and if the capture cannot be read.
    private func inspection(
        of artifact: Artifact,
        _ record: RunRecord,
        _ tell: (ExperimentEvent) -> Void
    ) -> CaptureInspection? {
        do {
            return try RunCapture.inspect(
                artifact,
                of: record,
                in: archive.folder.path,
                // Only the client's exchanges are archived.
                keepingFields: artifact == .clientCapture
            )
        } catch {
            tell(.captureUnreadable(path: archive.folder.file(artifact), error))
            return nil
        }
    }
}
