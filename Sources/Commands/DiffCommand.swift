import Analysis
import Archives
import Experiments
import JSON
import LinuxIO
import Programs
import Reports
import Running
import Runs

/// `netlab diff A B`.
struct DiffCommand: Command {
    static let name = "diff"
    static let summary = "Compare two runs, or two recorded sessions"
    static let usage = "RUN RUN | RUN --theory [--packets FILE] | FILE FILE [--tolerance SHARE] [--json]"
    static let discussion = """
        RUN is a run's folder, `last`, or the folder of a series (netlab run --repeat). Each time and size of the second
        run is compared with the first run's: steps, and transfers by step and file. Repeated runs have a median, and a
        rank test (Mann and Whitney) shows whether a difference is more than chance; the more figures, the stricter it is.
        In virtual time nothing varies by chance, so one run each is enough. Exit status 4 if a figure of the second run
        is worse, or a status, a body or a step differs; with --tolerance only if it is worse by more than that.
        Without repetitions and in real time only --tolerance shows a difference, and the difference may be chance.

        With --theory one run is compared with the simulator of `netlab predict`, which plays its exchanges over the same
        line with the same packet fates. Both logs are compared packet by packet, in each direction of each connection.
        The first packet at which they diverge is shown: what each sends, the state of both senders, and the connection's
        packets around it. Packets that differ only in time, by up to 0.1 ms, count as equal. A packet's position counts
        from the start of its stream. Exit status 4 if they diverge. Only runs in packet mode can be simulated, and only
        runs in virtual time diverge by theory's errors alone: in real time they diverge at the machine's first delay.

        FILE is an HTTP archive (HAR): a session of netlab proxy (--save), or what a browser, Charles or mitmproxy
        exported. The first, second, … exchange of a method and URL is compared with its counterpart in the other file:
        status, body, fields and time. Exit status 4 if an exchange is missing or added, or has another status or body;
        with --tolerance also if one takes longer by more than that. Differences in other fields are shown but do not
        count; Date and Age are not compared.
        """
    static let options = [
        CommandOption(
            "--tolerance",
            value: "SHARE",
            about: "how much slower or larger a figure may be, such as 20%"
        ),
        CommandOption("--theory", about: "show where the run and its simulation diverge"),
        CommandOption(
            "--packets",
            value: "FILE",
            about: "with --theory: every simulated packet, as JSON lines"
        ),
        CommandOption("--json", about: "one JSON document"),
    ]
    static let operands: KnownOperands = .each(.runs)
    static let examples = [
        (line: "netlab diff before.har after.har", about: "what a new version changed"),
        (line: "netlab diff before.har after.har --tolerance 20%", about: "and what became slower"),
        (line: "netlab diff last --theory", about: "the first packet that differs from theory"),
        (line: "netlab diff before-runs after-runs", about: "two series of runs: is the difference chance?"),
    ]

    private let files: [String]
    private let tolerance: Double?
    private let asJSON: Bool
    private let isWithTheory: Bool
    private let packetsFile: String?

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        files = arguments.positionals.map(RunReference.resolved)
        asJSON = arguments.has("--json")
        isWithTheory = arguments.has("--theory")
        packetsFile = arguments.value("--packets")
        if isWithTheory {
            guard files.count == 1, arguments.value("--tolerance") == nil else {
                throw CommandFailure(
                    .wrongUsage,
                    "netlab diff --theory takes one run, and no --tolerance",
                    advice: "netlab diff last --theory"
                )
            }
            tolerance = nil
            return
        }
        guard packetsFile == nil else {
            throw CommandFailure(
                .wrongUsage,
                "netlab diff --packets needs --theory",
                advice: "netlab diff last --theory --packets packets.jsonl"
            )
        }
        guard files.count == 2 else {
            throw CommandFailure(
                .wrongUsage,
                "netlab diff needs two runs, or two HTTP archives",
                advice: Self.examples[0].line
            )
        }
        tolerance = try arguments.tolerance()
    }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        if isWithTheory { return try compareWithTheory(on: console) }
        let runs = files.filter(RunReference.isMeant)
        guard runs.count != 1 else {
            let other = files.first { !RunReference.isMeant(by: $0) } ?? ""
            // A folder that is not there has a message of its own.
            if !WholeFile.exists(other) { _ = try RunReference.named(other) }
            throw CommandFailure.invalidFile(
                "\(other): error: this is not a run's folder, but \(runs[0]) is: a run is compared with a run"
            )
        }
        return runs.isEmpty ? try compareArchives(on: console) : try compareRuns(on: console)
    }

    private func compareWithTheory(on console: Console) throws(CommandFailure) -> ExitStatus {
        let folders = try RunReference.named(files[0])
        guard folders.count == 1, let folder = folders.first else {
            throw CommandFailure(.wrongUsage, "netlab diff --theory takes one run: not \(folders.count)")
        }
        let run = try KeptRun.named(folder)
        guard let parting = run.theoryParting else {
            throw CommandFailure(
                .failed,
                "\(folder) cannot be simulated",
                advice: "only a run in packet mode can, with its scenario and the line's log in its folder"
            )
        }
        if let packetsFile, let outcome = parting.outcome {
            try SimulatedPackets(outcome: outcome).write(to: packetsFile)
        }
        let report = TheoryDivergenceReport(parting, folder)
        if asJSON { console.print(report.json.pretty) } else { console.print(report.document) }
        return report.isAlike ? .done : .expectationsNotMet
    }

    private func compareRuns(on console: Console) throws(CommandFailure) -> ExitStatus {
        let groups = try files.map { file throws(CommandFailure) in
            try KeptRun.all(in: file).map(\.result)
        }
        let comparison = RunComparison(groups[0], groups[1])
        guard comparison.isPossible else {
            throw CommandFailure(
                .failed,
                "\(comparison.before == 0 ? files[0] : files[1]) has no run with trusted figures",
                advice: "run it again, or in virtual time: --clock virtual"
            )
        }
        let report = RunComparisonReport(comparison, files[0], files[1], tolerance: tolerance)
        if asJSON { console.print(report.json.pretty) } else { console.print(report.document) }
        return report.isAlike ? .done : .expectationsNotMet
    }

    private func compareArchives(on console: Console) throws(CommandFailure) -> ExitStatus {
        let (before, after) = (try ArchiveReading.read(files[0]), try ArchiveReading.read(files[1]))
        let report = ArchiveComparisonReport(
            ArchiveComparison(before, after),
            files[0],
            files[1],
            tolerance: tolerance
        )
        if asJSON { console.print(report.json.pretty) } else { console.print(report.document) }
        return report.isAlike ? .done : .expectationsNotMet
    }
}
