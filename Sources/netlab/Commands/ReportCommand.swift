import Analysis
import Experiments
import LinuxIO
import Reports
import Runs

/// `netlab report RUN`.
struct ReportCommand: Command {
    static let name = "report"
    static let summary = "Make the page that shows a run in a browser"
    static let usage = "[RUN] [-o FILE]"
    static let discussion = """
        netlab run leaves a page, report.html, in the run's folder. This command makes it again: for a folder of an
        earlier version, for one that was damaged since, or under another name. RUN is a run's folder, or `last`
        for the newest, which is also what is taken without one. Of a series each run gets its page.

        The page is one file that needs no network: what took the time, the expectations, each transfer's time by its
        causes, theory beside measurement, the line's throughput and queue, and the bytes of each connection over time.
        """
    static let options = [
        CommandOption("-o", value: "FILE", about: "write it there (`-`: to standard output)")
    ]
    static let examples = [
        (line: "netlab report last", about: "the newest run's page, and its name"),
        (line: "netlab report last -o slow.html", about: "a page to send to somebody"),
    ]

    private let run: String
    private let file: String?

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard arguments.positionals.count <= 1 else {
            throw CommandFailure(.wrongUsage, "netlab report takes one run at a time")
        }
        run = arguments.positionals.first ?? "last"
        file = arguments.value("-o")
    }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        let folders = try RunReference.named(run)
        guard file == nil || folders.count == 1 else {
            throw CommandFailure(
                .wrongUsage,
                "\(run) is a series of \(folders.count) runs, which do not fit into one file",
                advice: "netlab report \(folders[0]) -o FILE"
            )
        }
        for folder in folders {
            let page = try Self.page(of: folder)
            guard file != "-" else {
                console.write(page)
                continue
            }
            let place = file ?? "\(folder)/\(RunPage.fileName)"
            do throws(SystemCallError) {
                try WholeFile.write(place, page)
            } catch {
                throw CommandFailure(.failed, "the page cannot be written: \(error)")
            }
            console.print(place)
        }
        return .done
    }

    private static func page(of folder: String) throws(CommandFailure) -> [UInt8] {
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
        return RunPage(explanation, link: files.link).bytes
    }
}
