import Analysis
import Experiments
import LinuxIO
import Reports
import Runs

/// `netlab report RUN`.
struct ReportCommand: Command {
    static let name = "report"
    static let summary = "Make a run's page for a browser, or a report for a pipeline"
    static let usage = "[RUN] [--report KIND[=FILE],...] [-o FILE]"
    static let discussion = """
        RUN is a run's folder, or `last` for the newest, which is also what is taken without one.

        html is a page that netlab run leaves in the folder anyway, as report.html; this command makes it again. It is
        one file that needs no network: what took the time, the expectations, each transfer's time by its causes, theory
        beside measurement, the line's throughput and queue, and the bytes of each connection over time. Of a series
        each run gets its page.

        junit (XML) and tap (Test Anything Protocol) are for pipelines: each expectation is a test, and so is the run
        itself, which fails if its figures cannot be trusted. They hold all runs of a series. Without FILE they are
        written into the folder.
        """
    static let options = [
        CommandOption(
            "--report",
            value: "KIND[=FILE],...",
            about: "html, junit or tap (default html); `-` is standard output"
        ),
        CommandOption("-o", value: "FILE", about: "write the one report there"),
    ]
    static let examples = [
        (line: "netlab report last", about: "the newest run's page, and its name"),
        (line: "netlab report last -o slow.html", about: "a page to send to somebody"),
        (line: "netlab report last --report junit=results.xml", about: "for a pipeline to show"),
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
        let folders = try RunReference.named(run)
        let runs = try folders.map { folder throws(CommandFailure) in try Self.read(folder) }
        for report in wanted {
            switch report.kind {
            case .html: try writePages(report, folders, runs, on: console)
            case .junit, .tap:
                let results = runs.map(\.explanation.result)
                let text = report.kind == .junit ? JUnitReport(results).text : TAPReport(results).text
                let own = "\(try Self.root(of: run))/\(report.kind.fileName)"
                try Self.write(Array(text.utf8), to: report.file ?? own, on: console)
            }
        }
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

    private func writePages(
        _ report: WantedReport,
        _ folders: [String],
        _ runs: [Run],
        on console: Console
    ) throws(CommandFailure) {
        guard report.file == nil || folders.count == 1 else {
            throw CommandFailure(
                .wrongUsage,
                "\(run) is a series of \(folders.count) runs, whose pages do not fit into one file",
                advice: "netlab report \(folders[0]) -o FILE"
            )
        }
        for (folder, run) in zip(folders, runs) {
            let place = report.file ?? "\(folder)/\(report.kind.fileName)"
            try Self.write(RunPage(run.explanation, link: run.link).bytes, to: place, on: console)
        }
    }

    private static func write(
        _ bytes: [UInt8],
        to place: String,
        on console: Console
    ) throws(CommandFailure) {
        guard place != "-" else { return console.write(bytes) }
        do throws(SystemCallError) {
            try WholeFile.write(place, bytes)
        } catch {
            throw CommandFailure(.failed, "the report cannot be written: \(error)")
        }
        console.print(place)
    }

    /// A run as its folder has it.
    private struct Run {
        var explanation: RunExplanation
        var link: [LinkLogEntry]
    }

    private static func read(_ folder: String) throws(CommandFailure) -> Run {
        let files = RunFolderReading(folder).files
        let recovery = RunRecovery(files)
        guard var result = recovery.result else {
            throw .invalidFile(
                "\(folder): error: nothing of a run is left here to show: \(recovery.missing.words)",
                advice: "netlab run dsl makes a run"
            )
        }
        result.findings = Findings(result).all
        var explanation = RunExplanation(result, missing: recovery.missing)
        explanation.whatIfs = WhatIfStudy.changes(to: result)
        return Run(explanation: explanation, link: files.link)
    }
}
