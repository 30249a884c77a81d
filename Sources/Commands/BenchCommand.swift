import BenchmarkArguments
import LinuxIO
import Programs

/// `netlab bench [NAME]`.
struct BenchCommand: Command {
    static let name = BenchmarkOptions.command
    static let summary = "Run the project's own benchmarks, as ratios"
    static let usage = "[NAME] [--rounds N] [--size SIZE] [--only PART,...] [--random N] [--gains] [--json]"
    static let discussion = """
        The benchmarks are a separate program, netlab-bench, which this command starts with the same arguments. It
        must be in netlab's folder: `make bench` in netlab's sources builds and runs it.
        `line` runs the dsl scenario and compares the measurements with theory: how exact the emulation is here.
        `link` measures the line itself (rates, delays and speed), beside the kernel's tbf and netem if the tc
        program and the rights to use it are there. `origin` measures what a request costs the server, beside
        nginx and lighttpd if they are installed; wrk and h2load send the requests. `theory` runs downloads of
        many sizes on many lines and compares them, less the engine's lateness, with the simulator of `netlab
        predict`. The simulator takes the delays of programs and TCP at both ends from the run's logs, because theory
        cannot predict them. The part `bbr` has single downloads from a sender that uses BBR, with CUBIC's goals.
        The kernel chooses the first probing phase at random, and the simulator chooses it by the seed, which changes
        a download by 0.1 % at most. With --random it instead runs N random lines, each in virtual time in a guest
        of its own, and compares every transfer with the run's theory: plain lines, lines with loss, queue
        disciplines, and TLS alternate. Lines have the seeds S, S + 1 and so on, and the same seed always makes the
        same line. The seeds of lines that theory misses are listed: --random 1 --seed S repeats one. With --gains it
        also runs what `netlab explain` suggests for each of these lines, and compares the gains. `ledger` runs every
        bundled scenario and Apple's presets. It shows how much of a transfer's time the logs do not account for in
        the worst round, how much is the emulation's own lateness in the median round, and how many transfers of all
        rounds were later than allowed.
        `cache` measures hits and stores of the caches, beside NSCache and URLCache (if netlab-cache-peers was
        built beside netlab), dictionaries, and plain file reads and writes. It measures downloads by the processor
        time of all threads, beside libcurl alone (one handle and connection, the client's receive buffer, each
        body whole in its own memory): on the caller's thread beside loads that call back, and on another thread
        beside loads that a caller waits for. It also shows what hits and 304s save over a line. `inspect` reads a
        capture of a line with loss, which it makes first (beyond 200 MB the same capture several times, each time
        as another client's), beside tcpdump, tcptrace and tshark if they are installed, and captures of TLS and
        HTTP/2. `capture` records packets at 1 and 5 Gbit/s, beside tcpdump, in turns of a second. `proxy` requests
        files over TLS through the proxy, which looks into them, beside squid and mitmproxy if they are installed, and
        beside nginx, which only forwards them: the least that decrypting and encrypting costs. nginx serves them. Its
        part `million` takes minutes and runs only if it is named. `page` measures the cost of drawing a long run's
        report, and the extra cost of a request while the proxy's live page is open.
        `setup` measures how long a test waits for a bench of its own. `sweep` plans and predicts a hundred thousand cells,
        runs some in virtual time, and merges a million rows; it makes rows of a capture, beside its plain report. `virtual` runs every
        bundled scenario in virtual time: compared with theory, beside real time, and again beside four busy loops,
        which must change no byte.
        Without a name all benchmarks run, `virtual` only if there is a guest kernel. Run nothing else at the same
        time: a part of `theory` or `ledger` that is untrusted in every round has no figure, and the exit status
        is 3.
        A ratio is netlab / peer; the goal says how far from 1, or up to what, it may be.

        parts:
        """
        + Benchmark.allCases.filter { !$0.parts.isEmpty }
        .map { "\n  \($0.rawValue): \($0.parts.joined(separator: ", "))" }.joined()
    static let options = BenchmarkOptions.known
    static let operands: KnownOperands = .one(.one(of: Benchmark.allCases.map(\.rawValue)))
    static let examples = [
        (line: "netlab bench theory --random 60", about: "is theory right on random lines?"),
        (line: "netlab bench line", about: "every exchange compared with theory, on this machine"),
        (
            line: "netlab bench link --json",
            about: "rates, delays and speed of the line, beside the kernel's own"
        ),
    ]

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        // What is wrong with the arguments is said here, also where the program was not built.
        _ = try BenchmarkOptions(arguments)
    }

    var rights: ProcessRights? { nil }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        try CompanionProgram(name: BenchmarkOptions.program, goal: "bench").takeOver(Self.name)
    }
}
