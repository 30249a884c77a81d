import Analysis
package import Experiments
import Figures
import Grounds
import LinkModel
import LinuxIO
import Reports
import Runs
import Scenarios
import Testbed
import Theory

/// Shows experiments' events on the console: results on standard output, everything else on standard error.
package struct RunPrinter {
    /// True if only problems are shown.
    private let isQuiet: Bool
    /// True if the results are one JSON document, which the command prints.
    private let asJSON: Bool
    private let console: Console
    /// True if runs whose figures cannot be trusted are made again: their results are not shown.
    private let repeatsUntrusted: Bool

    package init(_ console: Console, isQuiet: Bool, asJSON: Bool, repeatsUntrusted: Bool = false) {
        self.isQuiet = isQuiet
        self.asJSON = asJSON
        self.repeatsUntrusted = repeatsUntrusted
        self.console = console
    }

    /// Shows only problems.
    package static func ofProblems(on console: Console) -> RunPrinter {
        RunPrinter(console, isQuiet: true, asJSON: false)
    }

    package func show(_ event: ExperimentEvent) {
        switch event {
        case .waitingForMachine(let holder):
            console.note(
                "waiting for another netlab run on this machine to end\(holder.map { " (\($0.words))" } ?? ""): "
                    + "two at once disturb each other's timing"
            )
        case .beginning(let plan, let forecast): show(forecast, of: plan)
        case .fellBackToStreams(let missing): warnOfStreams(missing)
        case .running(.progress(let progress)): console.showProgress(ProgressLine.text(progress))
        // The result's report shows them.
        case .running, .carried, .finding, .verdict: break
        case .measured: console.clearProgress()
        case .captureUnreadable(let path, let error): console.warn("\(path) cannot be read: \(error)")
        case .documentNotWritten(let error): console.warn("\(error.target) is missing: \(error)")
        case .ended(let result, _): show(result)
        case .seriesEnded(let results, let folder):
            showSummary(of: results, in: folder)
            if folder.isElsewhere {
                console.warn(
                    "this user may not write to the current folder: the run is in \(folder.path) (--out names another folder)"
                )
            }
        }
    }

    private func show(_ forecast: ExperimentForecast, of plan: BenchPlan) {
        for timeout in forecast.timeouts { console.warn(timeout.sentence) }
        guard !isQuiet else { return }
        let combination = plan.matrix.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        let name = combination.isEmpty ? plan.scenario.name : "\(plan.scenario.name) (\(combination))"
        guard let total = forecast.total else {
            let unknown = forecast.gaps.filter { $0.effect == .unknown }
            guard !unknown.isEmpty else { return }
            console.note("\(name): theory cannot predict its time: theory leaves out \(unknown.words)")
            return
        }
        guard total > 0, let steps = forecast.steps else { return }
        let bound =
            switch forecast.gaps.effect {
            case .longer: "at least "
            case .either: "about "
            case .unknown, nil: ""
            }
        // The report tells the steps' time, too. What passes between them is the scenario's own.
        let between = total > steps ? ", and \(DurationFormat.text(total - steps)) between them" : ""
        console.note(
            "\(name): theory predicts \(bound)\(DurationFormat.text(steps)) for the steps\(between)"
        )
    }

    /// Shown even with `--quiet`, since the figures are of another kind.
    private func warnOfStreams(_ missing: BenchError) {
        console.warn("packet mode is not available: \(missing.message)")
        if let advice = missing.advice { console.note("  \(advice)") }
        console.note("  running in stream mode instead: paced byte streams, no packets and no captures")
    }

    private func show(_ result: RunResult) {
        if repeatsUntrusted, result.outcome == .untrusted { return }
        if !result.emulation.isTrusted, let why = result.emulation.why {
            console.warn("the figures of this run cannot be trusted: \(why)")
        }
        if let failure = result.failure {
            console.note("netlab: error: \(failure)")
        }
        if !isQuiet, !asJSON { console.print(RunTable(result).document) }
        // Always on standard error: in some pipelines this is the only trace of a failure.
        for line in FailedExpectations(result).lines { console.note("netlab: \(line)") }
    }

    private func showSummary(of results: [RunResult], in folder: RunFolder) {
        guard !isQuiet, !(repeatsUntrusted && results.last?.outcome == .untrusted) else { return }
        if results.count > 1, !asJSON { showSeries(results) }
        // Otherwise the report begins with it.
        if asJSON, results.count == 1, let finding = results[0].findings.first {
            console.remark("finding: \(FindingSentence(finding).text)")
        }
        if results.last?.outcome == .interrupted { console.note("interrupted: what was recorded is kept") }
        console.note("folder:  \(folder.path)")
        guard results.count == 1 else { return }
        if let next = NextStep(results[0], in: folder.path).text { console.note("next:    \(next)") }
    }

    private func showSeries(_ results: [RunResult]) {
        console.print("")
        console.print(SeriesTable(results).document)
        if let repeated = RepetitionTable(RepeatedFigures(results).figures).document {
            console.print("")
            console.print(repeated)
        }
    }
}
