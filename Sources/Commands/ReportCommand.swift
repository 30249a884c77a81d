import Experiments
import Programs
import Running

/// `netlab report RUN`.
struct ReportCommand: Command {
    static let name = "report"
    static let summary = "Make a run's page for a browser, or a report for a pipeline"
    static let usage = "[RUN] [--report KIND[=FILE],...] [-o FILE]"
    static let discussion = """
        RUN is a run's folder, or `last` for the newest run, which is the default.

        html is the page that netlab run leaves in the folder as report.html; this command makes it again. It is one
        file that needs no network: what took the time, the expectations, each transfer's time by its causes, theory
        beside measurement, the line's throughput and queue, and the bytes of each connection over time. har is the
        client's exchanges for a browser's network panel, also in the folder as run.har. Each run of a series gets its
        own.

        junit (XML) and tap (Test Anything Protocol) are for pipelines: each expectation is a test, and so is the run
        itself, which fails if its figures cannot be trusted. csv is for spreadsheets: each transfer with its times, sizes
        and causes is a line (RFC 4180). They hold all runs of a series. Without FILE they are written into the folder.

        github prints annotations for GitHub Actions: an error for each expectation that was not met. With
        GITHUB_ACTIONS=true they are printed automatically, on standard error, and a summary in Markdown is appended to
        the file that GITHUB_STEP_SUMMARY names.
        """
    static let options = [
        CommandOption(
            "--report",
            value: "KIND[=FILE],...",
            known: .one(of: WantedReport.Kind.allCases.map(\.rawValue)),
            about: "\(WantedReport.kinds) (default html); `-` is standard output"
        ),
        CommandOption("-o", value: "FILE", about: "write the one report there"),
    ]
    static let operands: KnownOperands = .one(.runs)
    static let examples = [
        (line: "netlab report last", about: "the newest run's page, and its name"),
        (line: "netlab report last -o slow.html", about: "a page to send to somebody"),
        (line: "netlab report last --report junit=results.xml", about: "for a pipeline to show"),
        (line: "netlab report last --report csv=transfers.csv", about: "for a spreadsheet"),
    ]

    private let run: String
    private let wanted: [WantedReport]

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard arguments.positionals.count <= 1 else {
            throw CommandFailure(.wrongUsage, "netlab report takes one run at a time")
        }
        run = arguments.positionals.first ?? "last"
        wanted = try WantedReport.all(in: arguments)
    }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        let series = FinishedSeries(root: try Self.root(of: run), scenario: nil)
        let writing = try ReportWriting([series], on: console, telling: .output)
        let workflow = GitHubWorkflow.own
        for report in wanted { try writing.write(report, in: workflow) }
        workflow?.tell(
            writing.annotations(in: workflow),
            printing: !wanted.contains { $0.kind == .github },
            on: console
        )
        return .done
    }

    /// The folder itself, also that of a series.
    private static func root(of run: String) throws(CommandFailure) -> String {
        do throws(RunReferenceError) {
            return try RunReference.folder(run)
        } catch {
            throw .invalidFile(error.message, advice: error.advice)
        }
    }
}
