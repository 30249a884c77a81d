import Experiments
import JSON
import LinuxIO
package import Programs
package import Reports
import Runs

/// Writes reports of finished runs, which are read from their folders.
package struct ReportWriting {
    /// Where the names of written files go, and annotations without a file.
    package enum FileNameOutput {
        case output
        /// Standard output has other results.
        case errors
        /// Annotations go to standard error, and names nowhere.
        case quiet
    }

    /// The runs of one folder.
    private struct Group {
        var series: FinishedSeries
        var runs: [KeptRun]
    }

    private let groups: [Group]
    private let console: Console
    private let telling: FileNameOutput

    package init(
        _ series: [FinishedSeries],
        on console: Console,
        telling: FileNameOutput
    ) throws(CommandFailure) {
        groups = try series.map { series throws(CommandFailure) in
            Group(series: series, runs: try KeptRun.all(in: series.root))
        }
        self.console = console
        self.telling = telling
    }

    /// Where the runs' pages are, if they were written into their folders.
    var pages: [String] { groups.flatMap { $0.runs.map { "\($0.folder)/\(RunPage.fileName)" } } }

    var results: [RunResult] { groups.flatMap { $0.runs.map(\.result) } }

    /// The runs as GitHub shows them.
    package func annotations(in workflow: GitHubWorkflow?) -> GitHubReport {
        GitHubReport(groups.flatMap { Self.runs($0, in: workflow) })
    }

    /// Places of files are relative to the workflow's repository.
    private static func runs(_ group: Group, in workflow: GitHubWorkflow?) -> [PipelineRun] {
        group.runs.map { run in
            let file = group.series.scenario ?? "\(run.folder)/\(Artifact.scenario.fileName)"
            return PipelineRun(run.result, file: workflow?.place(of: file) ?? file)
        }
    }

    package func write(_ wanted: WantedReport, in workflow: GitHubWorkflow?) throws(CommandFailure) {
        if wanted.kind == .github {
            let text = Array(annotations(in: workflow).annotations.utf8)
            guard let file = wanted.file else {
                return telling == .output ? console.write(text) : console.note(text)
            }
            return try write(text, to: file)
        }
        if !wanted.kind.holdsSeveralRuns { return try writeEach(wanted) }
        if let file = wanted.file {
            let runs = groups.flatMap { Self.runs($0, in: workflow) }
            return try write(Self.bytes(wanted.kind, runs), to: file)
        }
        guard let name = wanted.kind.fileName else { return }
        for group in groups {
            let bytes = Self.bytes(wanted.kind, Self.runs(group, in: workflow))
            try write(bytes, to: "\(group.series.root)/\(name)")
        }
    }

    private static func bytes(_ kind: WantedReport.Kind, _ runs: [PipelineRun]) -> [UInt8] {
        switch kind {
        case .junit: Array(JUnitReport(runs).text.utf8)
        case .tap: Array(TAPReport(runs.map(\.result)).text.utf8)
        case .csv: RunCSV(runs.map(\.result)).bytes
        case .html, .har, .github: []
        }
    }

    /// Reports that hold one run each.
    private func writeEach(_ wanted: WantedReport) throws(CommandFailure) {
        let runs = groups.flatMap(\.runs)
        guard wanted.file == nil || runs.count == 1 else {
            let what = wanted.kind == .html ? "pages" : "archives"
            throw CommandFailure(
                .wrongUsage,
                "these are \(runs.count) runs, and their \(what) do not fit into one file",
                advice: "netlab report \(runs[0].folder) --report \(wanted.kind.rawValue)=FILE"
            )
        }
        guard let name = wanted.kind.fileName else { return }
        for run in runs {
            var bytes: [UInt8] = []
            if wanted.kind == .html {
                bytes = run.page.bytes
            } else {
                run.archive.draft.write { bytes += $0 }
            }
            try write(bytes, to: wanted.file ?? "\(run.folder)/\(name)")
        }
    }

    private func write(_ bytes: [UInt8], to place: String) throws(CommandFailure) {
        guard place != "-" else { return console.write(bytes) }
        do throws(SystemCallError) {
            try WholeFile.write(place, bytes)
        } catch {
            throw CommandFailure(.failed, "the report cannot be written: \(error)")
        }
        switch telling {
        case .output: console.print(place)
        case .errors: console.note("report:  \(place)")
        case .quiet: break
        }
    }
}
