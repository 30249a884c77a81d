import Figures
import JSON
import LinuxIO
import Programs
import Reports
import Scenarios
import Sweeping
import Sweeps
import Theory
import Wire

/// `netlab sweep plan|run|cell|submit|status|predict|merge|report`.
struct SweepCommand: Command {
    static let name = "sweep"
    static let summary = "Run a scenario with many values: every line, policy, size and seed"
    static let usage =
        "plan|run|predict FILE [OPTIONS] | run|submit|status|merge|report DIR [OPTIONS] | cell DIR CELL"
    static let discussion = """
        FILE names a scenario and the values that its keys take in turn:

            sweep: 1
            scenario: feed-random
            axes:
              link.profile: [nlc/dsl, nlc/lte]
              link.down.loss: { from: 0 %, to: 4 %, steps: 5 }
            seeds: 10

        A scenario with a matrix is a sweep, too. Each combination is a cell. Its name is a hash of everything that
        decides its result: the cell's scenario, the seed, netlab's version, the kernel, the clock. A cell that is
        finished in a folder is not run again there, whatever sweep is planned into it.

        plan prints the cells as NDJSON; with --out it creates the sweep's folder. run creates the folder if it gets a
        file, and runs the cells that are not finished: in virtual time one for each processor, in real time one at a
        time. cell runs one cell by its name, or several by their numbers in the plan (7, 1-20), for the engine of a
        cluster: exit status 0 if they are finished, whatever their results; 3 if they should be tried again; 1 and 2 if
        that would not help. Clock and line are pinned: a cell that cannot have them fails. submit writes the job for GNU
        parallel, Slurm or Kubernetes.

        predict computes theory for all cells without running them. With --out it also creates the folder, and keeps the
        predictions for report; --verify 1% plans one cell in a hundred: first the cells that theory cannot predict, then
        cells whose predicted time is close to a neighbour's. merge puts the rows of finished cells, or of captures
        (netlab inspect --rows), into one table for each kind: runs, steps, transfers, causes, packets. report makes one
        page for a browser: any two axes against each other, the spread of cells of the same kind, the combinations that
        no other beats, and predictions beside measurements.
        """
    static let options =
        [
            CommandOption(
                "--out",
                "-o",
                value: "DIR",
                about: "the sweep's folder; for merge the tables' folder, for report the file"
            ),
            CommandOption("--jobs", value: "N", about: "cells to run in parallel"),
            CommandOption(
                "--to",
                value: "ENGINE",
                known: .one(of: SweepEngine.allCases.map(\.rawValue)),
                about: "for submit: parallel, slurm or kubernetes"
            ),
            CommandOption(
                "--verify",
                value: "SHARE",
                about:
                    "for predict --out: plan only this share of the cells, starting with those that most need a run"
            ),
            CommandOption("--chunk", value: "N", about: "for submit: cells that one task runs (default 1)"),
            CommandOption("--start", about: "for submit: also start the engine"),
            CommandOption("--keep", about: "keep each cell's captures and logs, not only its result"),
            CommandOption("--plain", about: "for merge: tables as NDJSON, not packed with zstd"),
            CommandOption("--parquet", about: "for merge: also tables as Parquet; needs Python with DuckDB"),
            CommandOption("--json", about: "status as one JSON document"),
        ] + SweepLoading.options
    static let operands = KnownOperands(
        first: .one(of: SweepVerb.allCases.map(\.rawValue)),
        others: .sweeps
    )
    static let examples = [
        (
            line: "netlab sweep run policies --out feed",
            about: "every combination of its matrix, into one folder"
        ),
        (
            line: "netlab sweep predict cache-advice",
            about: "the predictions for every cell of a bundled sweep, as NDJSON"
        ),
        (line: "netlab sweep merge feed --out tables", about: "tables for DuckDB, pandas or jq"),
    ]

    private let verb: SweepVerb
    private let operand: String
    private let cell: String?
    private let out: String?
    private let jobs: Int?
    private let keepsRuns: Bool
    private let asJSON: Bool
    private let engine: SweepEngine?
    private let chunk: Int
    private let isStarted: Bool
    private let tables: RowTables.Form
    private let wantsParquet: Bool
    private let verified: Double?
    private let loading: SweepLoading

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        let words = SweepVerb.allCases.map(\.rawValue)
        guard let word = arguments.positionals.first, let verb = SweepVerb(rawValue: word) else {
            let nearest = arguments.positionals.first?.nearest(among: words)
            throw CommandFailure(
                .wrongUsage,
                "netlab sweep takes one of \(words.joined(separator: ", "))",
                advice: nearest.map { "did you mean `netlab sweep \($0)`?" } ?? Self.examples[0].line
            )
        }
        let wanted = verb == .cell ? 3 : 2
        guard arguments.positionals.count == wanted else {
            throw CommandFailure(.wrongUsage, "netlab sweep \(verb.rawValue) takes \(Self.operand(of: verb))")
        }
        self.verb = verb
        operand = arguments.positionals[1]
        cell = verb == .cell ? arguments.positionals[2] : nil
        out = arguments.value("--out")
        jobs = try arguments.number("--jobs", in: 1...1024).map { Int($0) }
        keepsRuns = arguments.has("--keep")
        asJSON = arguments.has("--json")
        chunk = Int(try arguments.number("--chunk", in: 1...UInt64(SweepDesign.mostPoints)) ?? 1)
        isStarted = arguments.has("--start")
        tables = arguments.has("--plain") ? .plain : .packed
        wantsParquet = arguments.has("--parquet")
        engine = try Self.engine(arguments)
        verified = try arguments.share("--verify", most: 100, example: "1%")
        if verified != nil, verb != .predict || out == nil {
            throw CommandFailure(
                .wrongUsage,
                "--verify chooses cells for a folder",
                advice: "netlab sweep predict FILE --verify 1% --out DIR, then netlab sweep run DIR"
            )
        }
        if verb == .submit, engine == nil {
            throw CommandFailure(.wrongUsage, "netlab sweep submit needs --to parallel, slurm or kubernetes")
        }
        loading = try SweepLoading(arguments)
        if loading.pins, ![.plan, .run, .predict].contains(verb) { throw Self.pinned(operand) }
    }

    private static func pinned(_ folder: String) -> CommandFailure {
        CommandFailure(
            .wrongUsage,
            "the plan of \(folder.unbroken) pins clock, kernel and mode",
            advice: "netlab sweep plan FILE --out DIR makes another plan"
        )
    }

    private static func engine(_ arguments: ParsedArguments) throws(CommandFailure) -> SweepEngine? {
        guard let word = arguments.value("--to") else { return nil }
        if let engine = SweepEngine(rawValue: word) { return engine }
        throw CommandFailure(.wrongUsage, "--to is parallel, slurm or kubernetes: not `\(word.unbroken)`")
    }

    private static func operand(of verb: SweepVerb) -> String {
        switch verb {
        case .plan, .predict: "a sweep's file, or a scenario"
        case .run: "a sweep's file, or its folder"
        case .cell: "a sweep's folder, and a cell's name or numbers"
        case .status, .submit, .merge, .report: "a sweep's folder"
        }
    }

    /// Cells make hosts, and others start programs.
    var rights: ProcessRights? {
        verb == .run || verb == .cell || isStarted || wantsParquet ? nil : .files
    }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        switch verb {
        case .plan: try SweepPlanning(loading, console).plan(operand, into: out)
        case .run: try run(in: folder(console), console)
        case .cell: try runCell(console)
        case .submit: try submit(console)
        case .status: try SweepStatusReport(SweepFolder(operand)).tell(on: console, asJSON: asJSON)
        case .predict: try predict(console)
        case .report: try SweepReporting(SweepFolder(operand), console).write(to: out)
        case .merge: try SweepMerging(operand, andParquet: wantsParquet, console).merge(into: out, tables)
        }
    }

    private func folder(_ console: Console) throws(CommandFailure) -> SweepFolder {
        if SweepFolder(operand).exists {
            guard !loading.pins else { throw Self.pinned(operand) }
            return SweepFolder(operand)
        }
        return try SweepPlanning(loading, console).folder(for: operand, at: out)
    }

    private func run(in folder: SweepFolder, _ console: Console) throws(CommandFailure) -> ExitStatus {
        let (header, cells) = try told { () throws(SweepError) in (try folder.header(), try folder.cells()) }
        let usual = header.conditions.clock == .virtual ? Machine.processors : 1
        let runner = try SweepRunner(
            folder,
            cells,
            SweepProgress(folder, cells, header.until),
            jobs: jobs ?? usual,
            keepsRuns: keepsRuns,
            console
        )
        guard try runner.run() else { return .interrupted }
        _ = try SweepStatusReport(folder).tell(on: console, asJSON: asJSON)
        return runner.isComplete ? .done : .failed
    }

    private func predict(_ console: Console) throws(CommandFailure) -> ExitStatus {
        let sweep = try loading.load(operand)
        let predicting = SweepPredicting(sweep, console)
        guard let out else { return try predicting.print() }
        return try predicting.keep(in: SweepPlanning.place(of: sweep, at: out), verifying: verified)
    }

    private func submit(_ console: Console) throws(CommandFailure) -> ExitStatus {
        guard let engine else { return .wrongUsage }
        let submitting = SweepSubmitting(SweepFolder(operand), to: engine, chunk: chunk, jobs: jobs, console)
        return try submitting.submit(isStarted: isStarted)
    }

    private func runCell(_ console: Console) throws(CommandFailure) -> ExitStatus {
        let folder = SweepFolder(operand)
        let wanted = cell ?? ""
        if let numbers = CellNumbers(wanted) { return try run(numbers, of: folder, console) }
        let planned = try told { () throws(SweepError) in try CellIdentity(wanted).flatMap(folder.cell) }
        guard let planned else {
            throw CommandFailure(
                .wrongUsage,
                "\(operand) has no cell `\(wanted.unbroken)`",
                advice: "\(folder.planFile) lists them"
            )
        }
        return try CellRunner(folder, keepsRuns: keepsRuns, console).run(planned)
    }

    private func run(
        _ numbers: CellNumbers,
        of folder: SweepFolder,
        _ console: Console
    ) throws(CommandFailure) -> ExitStatus {
        let (header, cells) = try told { () throws(SweepError) in (try folder.header(), try folder.cells()) }
        let runner = try SweepRunner(
            folder,
            Array(numbers.chosen(from: cells)),
            SweepProgress(folder, cells, header.until),
            jobs: jobs ?? 1,
            keepsRuns: keepsRuns,
            console
        )
        return try runner.run() ? runner.worst : .interrupted
    }
}
