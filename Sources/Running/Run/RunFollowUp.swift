import Analysis
import Experiments
import LinuxIO
package import Programs
import Reports
import Runs

/// What `netlab run` does with finished runs: it writes reports, annotates a workflow, and compares with earlier runs.
/// All of it is made from the runs' folders. A guest leaves it to the program outside.
package struct RunFollowUp {
    /// Earlier runs, read before the first new one: `last` will name another then.
    private struct Baseline {
        var name: String
        var results: [RunResult]
    }

    private let reports: [WantedReport]
    private let workflow: GitHubWorkflow?
    private let baseline: Baseline?
    private let tolerance: Double?
    private let asJSON: Bool
    private let isQuiet: Bool
    /// True to show the page of the first run in a browser.
    private let opensPage: Bool

    package init(_ arguments: ParsedArguments) throws(CommandFailure) {
        asJSON = arguments.has("--json")
        isQuiet = arguments.has("--quiet")
        workflow = .own
        let wanted = try WantedReport.named(in: arguments)
        tolerance = try arguments.tolerance()
        if tolerance != nil, !arguments.has("--baseline") {
            throw CommandFailure(.wrongUsage, "--tolerance is for the comparison with --baseline")
        }
        if asJSON, let report = wanted.first(where: { $0.file == "-" }) {
            throw CommandFailure(
                .wrongUsage,
                "--json and --report \(report.kind.rawValue)=- cannot share standard output: name a file"
            )
        }
        if arguments.has("--baseline"), arguments.positionals.count > 1 {
            throw CommandFailure(.wrongUsage, "--baseline compares the runs of one scenario only")
        }
        let isGuest = GuestOverrides.own != nil
        opensPage = !isGuest && arguments.has("--open")
        let missing = opensPage && !wanted.contains(.page) ? [WantedReport.page] : []
        reports = isGuest ? [] : wanted + missing
        baseline = isGuest ? nil : try arguments.value("--baseline").map(Self.baseline)
    }

    private static func baseline(_ name: String) throws(CommandFailure) -> Baseline {
        let results = try KeptRun.all(in: name).map(\.result)
        return Baseline(name: name, results: results)
    }

    package var isWanted: Bool { !reports.isEmpty || workflow != nil || baseline != nil }

    /// Returns the status of the command, whose runs ended with `status`.
    package func settle(
        _ status: ExitStatus,
        _ series: [FinishedSeries],
        on console: Console
    ) throws(CommandFailure) -> ExitStatus {
        guard isWanted, !series.isEmpty else { return status }
        let writing = try ReportWriting(series, on: console, telling: isQuiet ? .quiet : .errors)
        for report in reports { try writing.write(report, in: workflow) }
        if opensPage, let page = writing.pages.first { open(page, on: console) }
        workflow?.tell(
            writing.annotations(in: workflow),
            printing: !reports.contains { $0.kind == .github },
            on: console
        )
        guard let baseline, status != .interrupted else { return status }
        let comparison = RunComparison(baseline.results, writing.results)
        guard comparison.isPossible else {
            throw CommandFailure(
                status == .done ? .failed : status,
                "nothing can be compared with \(baseline.name): there are no runs of both with trusted figures"
            )
        }
        let isAlike = show(comparison, of: series[0], with: baseline, on: console)
        guard status == .done else { return status }
        return isAlike ? .done : .expectationsNotMet
    }

    /// Where there is no screen the page's name has been told.
    private func open(_ page: String, on console: Console) {
        let variables = Environment.variables
        guard ["DISPLAY", "WAYLAND_DISPLAY"].contains(where: { variables[$0]?.isEmpty == false }) else {
            return console.note("netlab: there is no screen to open the page on: \(page)")
        }
        // The browser outlives this program.
        guard ToolRun(named: "xdg-open") != nil, let detached = ToolRun(named: "setsid") else {
            return console.warn("\(page) cannot be opened: xdg-open is not installed (Debian's xdg-utils)")
        }
        do throws(ToolRun.Failure) {
            try detached.run(["--fork", "xdg-open", page])
        } catch {
            console.warn("\(page) cannot be opened: \(error)")
        }
    }

    /// False if the new runs are worse.
    private func show(
        _ comparison: RunComparison,
        of series: FinishedSeries,
        with baseline: Baseline,
        on console: Console
    ) -> Bool {
        let report = RunComparisonReport(comparison, baseline.name, series.root, tolerance: tolerance)
        if asJSON || isQuiet {
            for complaint in report.complaints { console.note("netlab: \(complaint)") }
        } else {
            console.print("")
            console.print(report.document)
        }
        workflow?.tell(report, file: series.scenario, on: console)
        return report.isAlike
    }
}
