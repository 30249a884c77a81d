import Benchmarks
import Experiments
import JSON
import LinuxIO
import Reports
import Runs
import Testbed
import VirtualTime

/// `netlab bench [NAME]`.
struct BenchCommand: Command {
    static let name = "bench"
    static let benchmarks = [
        "line", "link", "origin", "theory", "ledger", "cache", "inspect", "capture", "proxy",
        "page", "setup", "sweep", "virtual",
    ]
    static let summary = "Run the project's own benchmarks, as ratios"
    static let usage = "[NAME] [--rounds N] [--size SIZE] [--only PART,...] [--random N] [--gains] [--json]"
    static let discussion = """
        `line` runs the dsl scenario and compares the measurements with theory: how exact the emulation is here.
        `link` measures the line itself (rates, delays and speed), beside the kernel's tbf and netem if the tc
        program and the rights to use it are there. `origin` measures what a request costs the server, beside
        nginx and lighttpd if they are installed; wrk and h2load send the requests. `theory` runs downloads of
        many sizes on many lines and compares them, less the engine's lateness, with the simulator of `netlab
        predict`. The simulator takes the delays of programs and TCP at both ends from the run's logs, because no
        theory knows them. The part `bbr` has single downloads from a sender that uses BBR, with CUBIC's goals.
        The kernel draws at random in which phase it begins to probe, the simulator draws it by the seed, and such
        a download changes by 0.1 % at most. With --random it instead runs N random lines, each in virtual time by a guest
        of its own, and compares every transfer with what the run's result says of theory: plain lines, lines with loss,
        queue disciplines, and TLS take turns. Lines have the seeds S, S + 1 and so on, and the same seed is the same line
        for ever. The seeds of lines that theory misses are named: --random 1 --seed S repeats one. With --gains it runs
        what `netlab explain` suggests for each of these lines, too, and compares the gains. `ledger` runs every bundled scenario and Apple's presets. It shows how
        much of a transfer's time no log accounts for in the worst round, how much is the emulation's own lateness
        in the median round, and how many transfers of all rounds were later than allowed.
        `cache` measures hits and stores of the caches, beside NSCache and URLCache (if netlab-cache-peers was
        built beside netlab), dictionaries, and plain file reads and writes. It measures downloads by the processor
        time of all threads, beside libcurl alone (one handle and connection, the client's receive buffer, each
        body whole in its own memory): on the caller's thread beside loads that call back, and on another thread
        beside loads that a caller waits for. It also shows what hits and 304s save over a line. `inspect` reads a
        capture of a line with loss, which it makes first (beyond 200 MB the same capture several times, each time
        as another client's), beside tcpdump, tcptrace and tshark if they are installed, and captures of TLS and
        HTTP/2. `capture` records packets at 1 and 5 Gbit/s, beside tcpdump, in turns of a second. `proxy` requests
        files over TLS through the proxy, which looks into them, beside squid and mitmproxy if they are installed, and
        beside nginx, which only hands them on: the least that decrypting and encrypting costs. nginx serves them. Its
        part `million` takes minutes and runs only if it is named. `page` measures what drawing a long run's report
        costs, and what a request costs the proxy more while its live page is open.
        `setup` measures how long a test waits for a bench of its own. `sweep` plans and predicts a hundred thousand cells,
        runs some in virtual time, and merges a million rows; it makes rows of a capture, beside its plain report. `virtual` runs every
        bundled scenario in virtual time: compared with theory, beside real time, and again beside four busy loops,
        which must change no byte.
        Without a name all benchmarks run, `virtual` only if there is a guest kernel. Nothing else should run
        meanwhile: what cannot be trusted in any round of `theory` or `ledger` has no figure, and the exit status
        is 3.
        A ratio is netlab / peer; the goal says how far from 1, or up to what, it may be.

        parts:
        """
        + benchmarks.filter { !parts(of: $0).isEmpty }
        .map { "\n  \($0): \(parts(of: $0).joined(separator: ", "))" }.joined()
    static let options = [
        CommandOption(
            "--rounds",
            value: "N",
            about: "medians over N rounds (default 3); fewer are less certain"
        ),
        CommandOption("--size", value: "SIZE", about: "of the capture that `inspect` reads (default 1GB)"),
        CommandOption("--only", value: "PART,...", about: "only these parts of one benchmark"),
        CommandOption("--random", value: "N", about: "`theory` on N random lines, in virtual time"),
        CommandOption("--seed", value: "S", about: "of the first random line (default 1)"),
        CommandOption(
            "--keep",
            value: "FOLDER",
            about: "where to keep the runs of random lines that theory misses"
        ),
        CommandOption(
            "--gains",
            about: "the gains that `explain` promises on the random lines, beside runs of them"
        ),
        CommandOption(
            "--kernel",
            value: "VERSION",
            about: "the random lines' guest kernel (default: the newest)"
        ),
        ClockOptions.option,
        CommandOption("--json", about: "one JSON document"),
    ]
    /// Benchmarks that run without anything built beforehand.
    private static var possible: [String] {
        VirtualKernel.installed().isEmpty ? benchmarks.filter { $0 != "virtual" } : benchmarks
    }
    /// Benchmarks that judge only events on the line, so that they can run in virtual time.
    private static let ofVirtualTime = ["line", "theory", "ledger"]
    private static let mostRounds: UInt64 = 99
    static let operands: KnownOperands = .one(.one(of: benchmarks))
    static let examples = [
        (line: "netlab bench theory --random 60", about: "is theory right on lines that nobody chose?"),
        (line: "netlab bench line", about: "every exchange compared with theory, on this machine"),
        (
            line: "netlab bench link --json",
            about: "rates, delays and speed of the line, beside the kernel's own"
        ),
    ]

    private let asJSON: Bool
    private let clock: ClockOptions
    private let names: [String]
    private let rounds: Int
    private let captureBytes: Int64
    /// Of `theory` instead of its parts.
    private let random: RandomLineOptions?
    /// nil means all parts.
    private let parts: Set<String>?

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        asJSON = arguments.has("--json")
        clock = try ClockOptions(arguments)
        rounds = Int(try arguments.number("--rounds", in: 1...Self.mostRounds) ?? 3)
        captureBytes = try arguments.size("--size") ?? 1_000_000_000
        random = try RandomLineOptions(arguments)
        names = arguments.positionals.isEmpty ? Self.possible : arguments.positionals
        for name in names where !Self.benchmarks.contains(name) {
            let nearest = name.nearest(among: Self.benchmarks) ?? "line"
            throw CommandFailure(
                .wrongUsage,
                "there is no benchmark `\(name)`",
                advice: "did you mean `netlab bench \(nearest)`?"
            )
        }
        if let words = arguments.value("--only") {
            parts = try Self.parts(words, of: names)
        } else {
            parts = nil
        }
    }

    private static func parts(of benchmark: String) -> [String] {
        switch benchmark {
        case "link": LinkPart.allCases.map(\.rawValue)
        case "theory": TheoryPart.allCases.map(\.rawValue)
        case "cache": CachePart.allCases.map(\.rawValue)
        case "proxy": ProxyPart.allCases.map(\.rawValue)
        default: []
        }
    }

    private static func parts(_ text: String, of names: [String]) throws(CommandFailure) -> Set<String> {
        let known = names.flatMap(parts)
        let words = text.split(separator: ",").map(String.init)
        for word in words where !known.contains(word) {
            let benchmarks = names.map { "`netlab bench \($0)`" }.joined(separator: " and ")
            throw CommandFailure(
                .wrongUsage,
                "\(benchmarks) \(names.count > 1 ? "have" : "has") no part `\(word)`",
                advice: word.nearest(among: known).map { "did you mean `--only \($0)`?" }
            )
        }
        return Set(words)
    }

    /// The parts to run of a benchmark: the usual ones if no part, or only another benchmark's part, is named.
    private func parts<Part: CaseIterable & RawRepresentable<String> & Hashable>(
        usual: Set<Part> = Set(Part.allCases)
    ) -> Set<Part> {
        let named = Part.allCases.filter { parts?.contains($0.rawValue) == true }
        return named.isEmpty ? usual : Set(named)
    }

    var rights: ProcessRights? { nil }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        // Random lines run in guests of their own.
        if random == nil, let guest = try clock.guests(console).first {
            guard names.allSatisfy(Self.ofVirtualTime.contains) else {
                let list = Self.ofVirtualTime.joined(separator: ", ")
                throw CommandFailure(
                    .wrongUsage,
                    "only \(list) run in virtual time: the others measure the machine"
                )
            }
            return try VirtualSession(guest, console, StopSignals.ofCommand()).run()
        }
        var rows: [BenchRow] = []
        for name in names {
            guard let more = try measured(name, console) else { return .interrupted }
            rows += more
        }
        if asJSON {
            let machine = MachineRecord.ofThisMachine
            console.print(BenchDocument.json(rows, machine: machine).pretty)
        } else {
            console.print(BenchDocument.report(rows))
        }
        if rows.contains(where: \.isUntrusted) { return .failed }
        return rows.allSatisfy { $0.isMet != false } ? .done : .expectationsNotMet
    }

    /// nil if interrupted.
    private func measured(_ name: String, _ console: Console) throws(CommandFailure) -> [BenchRow]? {
        // Report a missing kernel before the first run, not after it.
        if name == "virtual" || random != nil {
            _ = try GuestKernels.named([random?.kernel].compactMap { $0 })
        }
        do throws(ExperimentError) {
            return try rows(name, Self.context(on: console))
        } catch {
            throw CommandFailure(error)
        }
    }

    private func rows(_ name: String, _ context: BenchmarkContext) throws(ExperimentError) -> [BenchRow]? {
        if let random { return try random.rows(context) }
        return switch name {
        case "link": try LinkBenchmark(context, rounds: rounds, parts: parts()).rows()
        case "theory": try TheoryBenchmark(context, rounds: rounds, parts: parts()).rows()
        case "ledger": try LedgerBenchmark(context, rounds: rounds).rows()
        case "cache": try CacheBenchmark(context, rounds: rounds, parts: parts()).rows()
        case "origin": try OriginBenchmark(context, rounds: rounds).rows()
        case "inspect": try InspectBenchmark(context, rounds: rounds, captureBytes: captureBytes).rows()
        case "proxy": try ProxyBenchmark(context, rounds: rounds, parts: parts(usual: ProxyPart.usual)).rows()
        case "page": try PageBenchmark(context, rounds: rounds).rows()
        case "setup": try SetUpBenchmark(context, rounds: rounds).rows()
        case "sweep": try SweepBenchmark(context).rows()
        case "virtual": try VirtualBenchmark(context).rows()
        case "capture": try CaptureBenchmark(context, rounds: rounds).rows()
        default: try LineBenchmark(context, rounds: rounds).rows()
        }
    }

    /// Shows only problems of a benchmark's runs.
    private static func context(on console: Console) -> BenchmarkContext {
        let printer = RunPrinter.ofProblems(on: console)
        return BenchmarkContext { settings throws(ExperimentError) in
            let signals: StopSignals
            do throws(SystemCallError) {
                signals = try StopSignals()
            } catch {
                throw ExperimentError("signals cannot be received: \(error)")
            }
            return ExperimentSession(settings, signals: signals) { printer.show($0) }
        } tell: { event in
            switch event {
            case .progress(let text): console.showProgress(text)
            case .ended: console.clearProgress()
            case .note(let text): console.note(text)
            case .warning(let text): console.warn(text)
            }
        }
    }
}
