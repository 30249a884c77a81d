import Experiments
import LinuxIO
import Programs
import Running
import Runs
import ScenarioFormat
import Scenarios
import Testbed
import VirtualTime

/// `netlab run SCENARIO...`.
struct RunCommand: Command {
    static let name = "run"
    static let summary = "Make the line, serve, download, record, and compare with theory"
    static let usage = "SCENARIO... [OPTIONS]"
    static let discussion = """
        SCENARIO is a file, `-` for standard input, or the name of a bundled one (`netlab scenarios`). Every run
        leaves a folder: captures for Wireshark, the logs, the scenario with the files that it names, and result.json. It
        is created in `captures` if that folder exists here, else in `netlab-runs`; `latest` beside it is the newest.
        If the current folder is not writable, it is in ~/.local/state/netlab/runs or in /tmp, and netlab says so.

        Packet mode makes two hosts in namespaces of their own. Stream mode needs no rights: it paces byte streams on
        this machine's loopback, without TCP's slow start and loss recovery, and captures nothing. Every report says
        which mode ran; a scenario that streams cannot emulate ends with status 3.

        --report makes the reports of netlab report when the runs are over. With GITHUB_ACTIONS=true, expectations that
        were not met become annotations of the workflow. --baseline compares as netlab diff does: exit status 4 if the
        new runs are worse than the named ones. A few repetitions of both separate a difference from chance.

        --ui prints a link to a page for a browser of this machine. It lists the exchanges as they end. When a run is
        over, the page shows its results, with each transfer's ledger and a link to the run's report. The page stays until
        Ctrl-C; the exit status is the runs' own. In virtual time the page is filled when the runs are over.
        """
    static let options =
        [
            CommandOption(
                "--out",
                "-o",
                value: "DIR",
                about: "the run's folder; it must be empty or new"
            ),
            CommandOption("--json", about: "the result as one JSON document on standard output"),
            CommandOption(
                "--link",
                value: "MODE",
                known: .one(of: LineChoice.allCases.map(\.rawValue)),
                about: "packet, stream, or auto (packets where allowed, else streams)"
            ),
            CommandOption(
                "--loss-as-delay",
                about: "stream mode: a lost packet arrives one round trip late; without it, loss is refused"
            ),
            CommandOption(
                "--carrier",
                value: "KIND",
                known: .one(of: LinkRecord.Carrier.allCases.map(\.rawValue)),
                about: "tun or veth: what carries the packets (default: the first that works)"
            ),
            ClockOptions.option,
            ClockOptions.kernels,
            CommandOption("--repeat", value: "N", about: "run N times, into one folder"),
            CommandOption("--max-time", value: "TIME", about: "stop a run after this time, such as 5min"),
            CommandOption(
                "--untrusted-status",
                value: "N",
                about: "exit with N, not 3, if the machine was too busy and nothing else is wrong"
            ),
            CommandOption("--snap", value: "BYTES", about: "bytes to keep of each packet in the captures"),
            CommandOption(
                "--report",
                value: "KIND[=FILE],...",
                known: .one(of: WantedReport.Kind.allCases.map(\.rawValue)),
                about:
                    "also \(WantedReport.kinds); without FILE in the run's folder, github on standard error"
            ),
            CommandOption(
                "--open",
                about: "make the run's page, and open it with xdg-open or print its name"
            ),
            CommandOption(
                "--baseline",
                value: "RUN",
                about: "compare with an earlier run, or a series of runs"
            ),
            CommandOption(
                "--tolerance",
                value: "SHARE",
                about: "how much worse than --baseline a figure may be, such as 5%"
            ),
            CommandOption(
                "--ui",
                about: "show the exchanges on a page in a browser of this machine, until Ctrl-C"
            ),
            CommandOption("--ui-port", value: "N", about: "the page's port (default 8889, or a free one)"),
            CommandOption("--quiet", "-q", about: "no progress and no table: errors and warnings only"),
        ] + ScenarioLoading.options
    static let operands: KnownOperands = .each(.scenarios)
    static let examples = [
        (line: "netlab run dsl", about: "three images over a 2 Mbit/s line, together and in turn"),
        (
            line: "netlab run dsl --profile lte --json | jq .steps",
            about: "the same over LTE, for a program to read"
        ),
        (
            line: "netlab run mine.yaml --set link.down.loss=1% --repeat 3",
            about: "three runs with one value changed"
        ),
        (
            line: "netlab run dsl --ui",
            about: "and watch the transfers in a browser"
        ),
        (
            line: "netlab run mine.yaml --repeat 5 --baseline before-runs --report junit=results.xml",
            about: "for a pipeline: has it become slower?"
        ),
    ]

    private let names: [String]
    private let loading: ScenarioLoading
    private let options: RunOptions
    private let clock: ClockOptions
    private let aftermath: RunFollowUp

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        names = try ScenarioLoading.names(arguments, command: Self.name)
        loading = try ScenarioLoading(arguments)
        options = try RunOptions(arguments)
        clock = try ClockOptions(arguments)
        aftermath = try RunFollowUp(arguments)
        if clock.versions.count > 1, names.count > 1 {
            throw CommandFailure(.wrongUsage, "--kernel takes several versions for one scenario")
        }
        if names.count > 1, options.folder != nil {
            throw CommandFailure(
                .wrongUsage,
                "--out names one folder: it cannot hold \(names.count) scenarios"
            )
        }
    }

    var rights: ProcessRights? { nil }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        // Validate all scenarios before the first one runs.
        var loaded: [ExperimentSource] = []
        var isValid = true
        for name in names {
            do throws(CommandFailure) {
                loaded.append(try loading.load(name))
            } catch  where error.status == .invalidFile {
                console.report(error)
                isValid = false
            }
        }
        guard isValid else { return .invalidFile }
        let guests = try clock.guests(
            console,
            scenario: try clock(of: loaded),
            mayChoose: !options.needsMachine
        )
        // Before any other thread, which must not receive them.
        let signals = try StopSignals.ofCommand()
        let page = try options.hasPage ? RunsPage(options, console, signals, isRunHere: guests.isEmpty) : nil
        defer { page?.stop() }
        let status = try run(loaded, on: guests, console, signals, page)
        page?.stay()
        return status
    }

    /// Runs all on the guest kernels, or here if there are none.
    private func run(
        _ loaded: [ExperimentSource],
        on guests: [VirtualKernel],
        _ console: Console,
        _ signals: StopSignals,
        _ page: RunsPage?
    ) throws(CommandFailure) -> ExitStatus {
        switch guests.count {
        case 0: break
        case 1: return try runInGuest(guests[0], loaded, on: console, signals, page)
        default:
            let kernels = KernelSeries(guests, loaded, input(of: loaded), options, console, signals)
            let (status, roots) = try kernels.run()
            for root in roots { page?.show(root, on: root.split(separator: "/").last.map(String.init)) }
            let series = roots.map { FinishedSeries(root: $0, scenario: Self.file(of: loaded[0])) }
            return try aftermath.settle(status, series, on: console)
        }
        let guest = try secondAttempt(of: loaded, page)
        let session = RunSession(options, console, signals, page: page, repeatsUntrusted: guest != nil)
        let status = try session.run(loaded)
        if let guest, let doubt = session.doubt {
            console.note(
                "netlab: \(doubt). The run is repeated in virtual time, and replaced (--clock real keeps it)"
            )
            return try runAgain(on: guest, session.finishedRoots, loaded, console, signals)
        }
        return try aftermath.settle(status, series(session.finishedRoots, loaded), on: console)
    }

    /// The guest kernel on which runs are made again whose figures cannot be trusted; nil if they stay as they are. A page
    /// has shown them already.
    private func secondAttempt(
        of loaded: [ExperimentSource],
        _ page: RunsPage?
    ) throws(CommandFailure) -> VirtualKernel? {
        guard page == nil, !options.needsMachine else { return nil }
        return clock.secondAttempt(scenario: try clock(of: loaded))
    }

    private func runAgain(
        on kernel: VirtualKernel,
        _ roots: [String],
        _ loaded: [ExperimentSource],
        _ console: Console,
        _ signals: StopSignals
    ) throws(CommandFailure) -> ExitStatus {
        let aside = try SetAsideFolders(roots)
        let news = try GuestResultFile()
        let session = VirtualSession(
            kernel,
            console,
            signals,
            input: input(of: loaded),
            finished: news.path
        )
        let status: ExitStatus
        do throws(CommandFailure) {
            status = try session.run()
        } catch {
            aside.putBack()
            throw error
        }
        guard !news.roots.isEmpty else {
            aside.putBack()
            return status == .done ? options.untrustedStatus : status
        }
        aside.remove()
        return try aftermath.settle(status, series(news.roots, loaded), on: console)
    }

    private func runInGuest(
        _ kernel: VirtualKernel,
        _ loaded: [ExperimentSource],
        on console: Console,
        _ signals: StopSignals,
        _ page: RunsPage?
    ) throws(CommandFailure) -> ExitStatus {
        // In the guest this would take time, and all of the run's times would hang on whether these folders were there. A
        // failure is the guest's to tell.
        if let folder = options.folder { try? Folder.makeAbove(folder) }
        guard aftermath.isWanted || page != nil else {
            return try VirtualSession(kernel, console, signals, input: input(of: loaded)).run()
        }
        let news = try GuestResultFile()
        let status = try VirtualSession(
            kernel,
            console,
            signals,
            input: input(of: loaded),
            finished: news.path
        ).run()
        for root in news.roots { page?.show(root) }
        return try aftermath.settle(status, series(news.roots, loaded), on: console)
    }

    /// Scenarios are run in their order, and each has one folder.
    private func series(_ roots: [String], _ loaded: [ExperimentSource]) -> [FinishedSeries] {
        zip(roots, loaded).map { FinishedSeries(root: $0, scenario: Self.file(of: $1)) }
    }

    /// nil for standard input, and for a scenario that is built in.
    private static func file(of source: ExperimentSource) -> String? {
        source.file != "-" && WholeFile.exists(source.file) ? source.file : nil
    }

    /// The scenario from standard input, for another process that runs the same arguments.
    private func input(of loaded: [ExperimentSource]) -> [UInt8] {
        zip(names, loaded).first { $0.0 == "-" }?.1.text ?? []
    }

    /// The clock that the scenarios ask for; nil if they do not.
    private func clock(of loaded: [ExperimentSource]) throws(CommandFailure) -> ClockChoice? {
        let said = loaded.flatMap(\.set.variants).compactMap(\.scenario.clock)
        guard let first = said.first else { return nil }
        guard said.allSatisfy({ $0 == first }) else {
            throw CommandFailure(
                .wrongUsage,
                "the scenarios need different clocks",
                advice: "run them separately, or set --clock"
            )
        }
        return first
    }
}
