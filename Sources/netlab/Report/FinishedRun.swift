import Analysis
import Experiments
import Inspection
import LinuxIO
import Reports
import Runs

/// A run as its folder has it.
struct FinishedRun {
    let folder: String
    let result: RunResult
    private let missing: [RecoveryFault]
    private let files: RunFiles

    init(_ folder: String) throws(CommandFailure) {
        self.folder = folder
        let files = RunFolderReading(folder).files
        let recovery = RunRecovery(files)
        guard var result = recovery.result else {
            throw .invalidFile(
                "\(folder): error: nothing of a run is left here to show: \(recovery.missing.words)",
                advice: "netlab run dsl makes a run"
            )
        }
        result.findings = Findings(result).all
        self.result = result
        missing = recovery.missing
        self.files = files
    }

    /// The run as one page. What would have helped is simulated for it.
    var page: RunPage {
        var explanation = RunExplanation(result, missing: missing)
        explanation.whatIfs = WhatIfStudy.changes(to: result, of: files.scenario)
        return RunPage(explanation, link: files.link)
    }

    /// Where the run and its simulation part; nil if it cannot be simulated.
    var theoryParting: TheoryParting? { TheoryParting(result, files) }

    /// All runs of a folder, which may be that of a series.
    static func all(in root: String) throws(CommandFailure) -> [FinishedRun] {
        try RunReference.named(root).map { folder throws(CommandFailure) in try FinishedRun(folder) }
    }

    /// The exchanges as an HTTP archive, with the heads that the client's capture shows.
    var archive: RunHTTPArchive {
        var options = ConversationOptions()
        options.keepsFields = true
        let path = "\(folder)/\(Artifact.clientCapture.fileName)"
        let seen = WholeFile.exists(path) ? try? CaptureReading.inspect([path], options: options) : nil
        return RunHTTPArchive(result, seen: seen)
    }
}
