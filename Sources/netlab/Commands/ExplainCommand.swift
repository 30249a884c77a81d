import Analysis
import LinuxIO
import Reports
import Runs

/// `netlab explain RUN`.
struct ExplainCommand: Command {
    static let name = "explain"
    static let summary = "Say where every millisecond of a run's transfers went, and what would help"
    static let usage = "RUN [--json]"
    static let discussion = """
        RUN is a run's folder, or `last` for the newest. Each transfer's time is split into causes that add up to it: the
        line carrying its body, headers, other transfers, the sender's window, losses, the origin, the caches.
        A folder that is incomplete is explained as far as it goes, and what is missing is named.
        """
    static let options = [CommandOption("--json", about: "one JSON document")]
    static let examples = [
        (line: "netlab explain last", about: "where the time of the newest run went"),
        (
            line: "netlab explain captures/latest --json | jq '.steps[].transfers[].ledger'",
            about: "for a program to read"
        ),
    ]

    private let folder: String
    private let asJSON: Bool

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard let run = arguments.positionals.first else {
            throw CommandFailure(.wrongUsage, "netlab explain needs a run", advice: Self.examples[0].line)
        }
        guard arguments.positionals.count == 1 else {
            throw CommandFailure(.wrongUsage, "netlab explain takes one run at a time")
        }
        folder = run
        asJSON = arguments.has("--json")
    }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        let path = try RunReference.folder(folder)
        let runs = Self.runs(in: path)
        var documents: [JSONValue] = []
        for run in runs {
            let recovery = RunRecovery(RunFolderReading(run).files)
            guard let result = recovery.result else {
                throw .invalidFile(
                    "\(run): error: nothing of a run is left here to be explained: "
                        + recovery.missing.joined(separator: "; "),
                    advice: "netlab run dsl makes a run"
                )
            }
            var explanation = RunExplanation(result, missing: recovery.missing)
            explanation.whatIfs = WhatIfStudy.changes(to: result)
            if asJSON {
                documents.append(ExplanationReport.document(explanation, folder: run))
            } else {
                console.print(ExplanationReport(explanation, folder: run).text(console.style))
            }
        }
        if asJSON { console.print(Self.document(documents).pretty) }
        return .done
    }

    /// The folder itself, or where it holds several runs the folders of those.
    private static func runs(in folder: String) -> [String] {
        guard !WholeFile.exists("\(folder)/result.json"), let names = try? Folder.names(in: folder) else {
            return [folder]
        }
        let numbered = names.filter { name in
            !name.isEmpty && name.allSatisfy(\.isNumber) && Folder.exists("\(folder)/\(name)")
        }
        return numbered.isEmpty ? [folder] : numbered.sorted().map { "\(folder)/\($0)" }
    }

    private static func document(_ documents: [JSONValue]) -> JSONValue {
        if documents.count == 1 { return documents[0] }
        return ["schema": "netlab.explanations/1", "runs": .array(documents)]
    }
}
