import Figures
import Runs
import Wire

/// Runs as GitHub Actions shows them: annotations of a workflow's log, and a summary in Markdown.
package struct GitHubReport {
    private let runs: [PipelineRun]

    package init(_ runs: [PipelineRun]) {
        self.runs = runs
    }

    /// A command for each expectation that was not met and for each run that is no success, one a line; empty if all
    /// went well.
    package var annotations: String {
        runs.flatMap(Self.commands).map { $0.text + "\n" }.joined()
    }

    private static func commands(_ run: PipelineRun) -> [WorkflowCommand] {
        let result = run.result
        var commands: [WorkflowCommand] = []
        if let breakdown = result.breakdown {
            commands.append(
                WorkflowCommand(
                    result.outcome == .failed ? .error : .warning,
                    file: run.file,
                    title: "\(result.title): \(result.outcome.rawValue)",
                    message: breakdown
                )
            )
        }
        for expectation in result.expectations where expectation.verdict == .notHeld {
            commands.append(
                WorkflowCommand(
                    .error,
                    file: run.file,
                    line: expectation.line,
                    title: "\(result.title): \(expectation.text)",
                    message: "found \(expectation.found)"
                )
            )
        }
        let open = result.expectations.count { $0.held == nil }
        if open > 0, result.breakdown == nil {
            commands.append(
                WorkflowCommand(
                    .warning,
                    file: run.file,
                    title: result.title,
                    message: "\(CountFormat.text(open, "expectation")) could not be judged"
                )
            )
        }
        return commands
    }

    // MARK: Summary

    /// Headings and tables for `$GITHUB_STEP_SUMMARY`.
    package var summary: String { runs.map { Self.summary($0.result) }.joined() }

    private static func summary(_ result: RunResult) -> String {
        var lines = ["### \(MarkdownText.escaped(result.title)): \(result.outcome.rawValue)", ""]
        if let breakdown = result.breakdown { lines += [MarkdownText.escaped(breakdown), ""] }
        if !result.steps.isEmpty {
            lines += ["| step | transfers | time | theory |", "|---|---:|---:|---:|"]
            for step in result.steps {
                let theory = step.theory?.shared.map(DurationFormat.text) ?? ""
                lines.append(
                    "| \(MarkdownText.escaped(step.name)) | \(result.transfers(of: step.name).count) "
                        + "| \(DurationFormat.text(step.makespan)) | \(theory) |"
                )
            }
            lines.append("")
        }
        if !result.expectations.isEmpty {
            lines += ["| expectation | verdict | found |", "|---|---|---|"]
            for expectation in result.expectations {
                lines.append(
                    "| \(MarkdownText.escaped(expectation.text)) | \(words(expectation.verdict)) "
                        + "| \(MarkdownText.escaped(expectation.found)) |"
                )
            }
            lines.append("")
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func words(_ verdict: ExpectationResult.Verdict) -> String {
        switch verdict {
        case .held: "held"
        case .notHeld: "**not held**"
        case .notJudged: "not judged"
        case .notRun: "not run"
        }
    }
}
