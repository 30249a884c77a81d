import Analysis
import Capture
import Experiments
import Inspecting
import JSON
import LinuxIO
import Programs
import Reports
import Running
import Runs
import Scenarios
import VirtualTime
import Wire

/// `netlab explain RUN|CAPTURE`.
struct ExplainCommand: Command {
    static let name = "explain"
    static let summary = "Show where every millisecond of a run's transfers went, and what would help"
    static let usage = "RUN|CAPTURE [--all | --json] [--verify] [--keylog FILE]"
    static let discussion = """
        RUN is a run's folder, or `last` for the newest run or the capture of a newer `netlab exec --pcap`. The report
        begins with the largest cause of the time, and what would help most. Then each transfer's time is split into
        causes that add up to it: the line carrying its body, headers, other transfers, the sender's window, losses, the
        origin, the caches. The longest transfer's bar has the whole width. Transfers that took about as long for the
        same reasons are shown together; --all shows each one. The run is analysed again from the logs in its folder;
        the report says so if result.json has other figures.

        For a CAPTURE from anywhere the rows are estimates: the name lookup, round trips, the server's time, the bytes'
        time at the fastest rate seen, and pauses classified by what ended them. What packets do not show is null.
        --keylog decrypts connections.

        The simulator predicts what would have helped. --verify makes each of these changes to the scenario, runs it
        in a folder within the run's folder, and shows both gains. They should be within 5 % of each other, or within
        half a percent of the steps' time; otherwise the exit status is 4.
        """
    static let options = [
        CommandOption("--all", about: "show each transfer, and every number of parallel transfers"),
        CommandOption("--json", about: "one JSON document: always each transfer"),
        CommandOption("--keylog", value: "FILE", about: "TLS secrets, for a capture's encrypted connections"),
        CommandOption(
            "--verify",
            about: "run each change that would have helped, and compare predicted and measured gain"
        ),
        ClockOptions.option,
    ]
    static let operands: KnownOperands = .one(.runs)
    static let examples = [
        (line: "netlab explain last", about: "where the time of the newest run went"),
        (
            line: "netlab explain last --json | jq '.steps[].transfers[].ledger'",
            about: "for a program to read"
        ),
        (
            line: "netlab explain app.pcapng --keylog app.keys",
            about: "what a capture shows of an app's transfers"
        ),
        (line: "netlab explain last --verify", about: "does it really gain that much?"),
    ]

    private let folder: String
    private let asJSON: Bool
    private let detail: ExplanationDetail
    private let verifies: Bool
    private let clock: ClockOptions
    private let keyLog: String?

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard let run = arguments.positionals.first else {
            throw CommandFailure(
                .wrongUsage,
                "netlab explain needs a run or a capture",
                advice: Self.examples[0].line
            )
        }
        guard arguments.positionals.count == 1 else {
            throw CommandFailure(.wrongUsage, "netlab explain takes one run at a time")
        }
        folder = run
        asJSON = arguments.has("--json")
        detail = arguments.has("--all") ? .each : .folded
        verifies = arguments.has("--verify")
        clock = try ClockOptions(arguments)
        keyLog = arguments.value("--keylog")
    }

    var rights: ProcessRights? { verifies ? nil : .files }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        // A capture has nothing to verify: `last` is then the newest run.
        let newest = verifies ? nil : RunReference.capture(folder)
        if let capture = newest ?? (Folder.exists(folder) ? nil : folder), WholeFile.exists(capture) {
            return try explain(capture: capture, on: console)
        }
        guard keyLog == nil else {
            throw CommandFailure(.wrongUsage, "--keylog is for captures: a run's folder has its own secrets")
        }
        let runs = try RunReference.named(folder)
        if verifies, let first = runs.first, let guest = try guest(like: first, console) {
            return try VirtualSession(guest, console, StopSignals.ofCommand()).run()
        }
        var documents: [JSONValue] = []
        var hold = true
        for run in runs {
            let kept = try KeptRun.named(run)
            var explanation = kept.explanation
            if verifies {
                guard let tried = try Self.tried(explanation, kept, console) else {
                    return .interrupted
                }
                explanation.whatIfs = tried
                if tried.contains(where: { $0.trial?.holds == false }) { hold = false }
            }
            if asJSON {
                documents.append(ExplanationReport.document(explanation, folder: run))
            } else {
                console.print(ExplanationReport(explanation, folder: run, detail: detail).document)
            }
        }
        if asJSON { console.print(Self.document(documents).pretty) }
        return hold ? .done : .expectationsNotMet
    }

    /// The guest in which the changes are tried, by the clock and the kernel of the original run; nil in real time.
    private func guest(like run: String, _ console: Console) throws(CommandFailure) -> VirtualKernel? {
        let record: RunRecord
        do throws(KeptRunError) {
            record = try RecordReading.record(in: run)
        } catch {
            throw .invalidFile(error.message, advice: error.advice)
        }
        let choice: ClockChoice =
            switch record.link.clock {
            case .virtual: .virtual
            case .real: .real
            }
        return try clock.guests(console, scenario: choice, kernelOfRun: record.machine.kernel).first
    }

    private func explain(capture: String, on console: Console) throws(CommandFailure) -> ExitStatus {
        guard !verifies else {
            throw CommandFailure(.wrongUsage, "--verify needs a run: a capture has no scenario to change")
        }
        let keys = try keyLog.map { path throws(CommandFailure) in try KeyLogFile.read(path) } ?? []
        let recovery: CaptureRecovery
        do throws(CaptureError) {
            recovery = CaptureRecovery(try CaptureReading.inspect([capture], keys: keys), name: capture)
        } catch {
            throw .invalidFile(
                "\(capture): error: \(error)",
                advice: "netlab explain takes a run's folder, or a capture"
            )
        }
        guard let result = recovery.result else {
            let why = ["the capture has no complete exchange"] + recovery.missing.map(\.words)
            throw .invalidFile(
                "\(capture): error: the capture has nothing to explain: \(why.joined(separator: "; "))",
                advice: "netlab inspect \(capture) lists what is in it"
            )
        }
        let explanation = RunExplanation(
            ofCapture: result,
            missing: recovery.missing,
            silences: recovery.silences
        )
        if asJSON {
            console.print(ExplanationReport.document(explanation, folder: capture).pretty)
        } else {
            console.print(ExplanationReport(explanation, folder: capture, detail: detail).document)
        }
        return .done
    }

    /// nil if interrupted.
    private static func tried(
        _ explanation: RunExplanation,
        _ run: KeptRun,
        _ console: Console
    ) throws(CommandFailure) -> [WhatIf]? {
        guard let changes = explanation.whatIfs else {
            let why = WhatIfObstacle(run.result).words
            throw CommandFailure(.failed, "\(run.folder): nothing can be tried: \(why)")
        }
        let trials = try WhatIfTrials(run.result, run.scenario, folder: run.folder, console)
        return try trials.run(changes)
    }

    private static func document(_ documents: [JSONValue]) -> JSONValue {
        if documents.count == 1 { return documents[0] }
        return ["schema": "netlab.explanations/1", "runs": .array(documents)]
    }
}
