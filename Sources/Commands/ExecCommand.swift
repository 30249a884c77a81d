import LinkModel
import LinuxIO
import Programs
import Running
import Runs
import Scenarios
import Testbed
import Wire

/// `netlab exec -- COMMAND...`.
struct ExecCommand: Command {
    static let name = ExecOptions.command
    static let summary = "Run any program, with its children, behind the emulated line"
    static let usage = "[OPTIONS] [--] COMMAND [ARGUMENT...]"
    static let discussion = """
        COMMAND runs on the client's host. It can reach only the origin across the line, at $NETLAB_ORIGIN or
        $NETLAB_ORIGIN_HTTPS; with --internet it also reaches, through the line, everything that the machine can reach.
        The origin serves the scenario's files, and images made on request:
        $NETLAB_ORIGIN/fixture/jpeg/1152812, $NETLAB_ORIGIN/fixture/png/300KiB?seed=7.

        $NETLAB_CONTROL is the URL where tests within COMMAND create lines and servers of their own.

        The exit status is COMMAND's own, or 128 + N if signal N ended it; 126 if it cannot be executed, 127 if it is
        not found, 125 if netlab itself failed. Ctrl-C, Ctrl-Z and the terminal's size reach it; SIGTERM and SIGHUP
        are passed on to it. Processes that it leaves running are ended when it or netlab ends.
        """
    static let options =
        [
            ScenarioLoading.benchOption,
            CommandOption(
                "--pcap",
                value: "FILE",
                about: "record the client's host into FILE (pcapng), with the keys of the origin's TLS"
            ),
            CommandOption(
                "--internet",
                about: "also the machine's network, through the line (needs root, slirp4netns or pasta)"
            ),
            CommandOption(
                "--serve-with",
                value: "COMMAND",
                about:
                    "a server on the origin's host: a line for sh; netlab waits until it listens; repeatable"
            ),
            CommandOption(
                "--link",
                value: "MODE",
                known: .one(of: LineChoice.allCases.map(\.rawValue)),
                about:
                    "packet (unless said), stream (no rights needed; COMMAND keeps the machine's network), or auto"
            ),
            CommandOption(
                "--carrier",
                value: "KIND",
                known: .one(of: LinkRecord.Carrier.allCases.map(\.rawValue)),
                about: "tun or veth: what carries the packets (default: the first that works)"
            ),
            CommandOption(
                "--hand-out",
                value: "FD",
                about:
                    "give sockets of the client's host to a program outside, over the local socket that is descriptor FD"
            ),
            ScenarioLoading.ip6Only,
            ClockOptions.option,
            CommandOption("--quiet", "-q", about: "errors and warnings only"),
        ] + ScenarioLoading.options
    static let operands = KnownOperands(first: .programs, others: .files)
    static let examples = [
        (
            line: "netlab exec --profile 3g -- sh -c 'curl -o cat.jpg $NETLAB_ORIGIN/fixture/jpeg/310448'",
            about: "one download over 3G"
        ),
        (
            line: "netlab exec --profile dsl --serve-with 'iperf3 -s' -- iperf3 -c origin.netlab.test",
            about: "iperf3 over a DSL line"
        ),
        (
            line: "netlab exec --scenario dsl --set link.down.loss=1% --pcap mine.pcapng -- ./my-app",
            about: "your own program, with a capture for Wireshark"
        ),
        (
            line: "netlab exec --internet --profile 3g -- curl -o page.html https://example.com/",
            about: "the real network, as slow as 3G"
        ),
        (
            line:
                "netlab exec --clock virtual --profile edge -- curl -o cat.jpg http://origin.netlab.test/fixture/jpeg/1MB",
            about: "minutes of EDGE in a second"
        ),
        (
            line: "netlab exec --link auto -- sh -c 'curl -d {} $NETLAB_CONTROL/benches'",
            about: "a line and a server for one test of a suite, even where packet mode is not allowed"
        ),
        (
            line: "netlab exec --ipv6-only -- curl -o cat.jpg http://origin.netlab.test/fixture/jpeg/310448",
            about: "a network without IPv4, as a mobile one"
        ),
        (line: "netlab exec --profile edge bash", about: "a shell on a slow line"),
    ]
    static let endsOptionsAtFirstName = true
    static let failureStatus: ExitStatus? = .guestFailure

    private let options: ExecOptions
    private let clock: ClockOptions
    private let plan: ExecPlan

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        options = try ExecOptions(arguments)
        clock = try ClockOptions(arguments)
        if options.line != .packets, clock.choice == .virtual {
            throw CommandFailure(
                .wrongUsage,
                "--link \(options.line.rawValue) cannot be used with --clock virtual: its lines always carry packets",
                advice: "leave --link out, or say --clock real"
            )
        }
        if options.hasInternet, clock.choice == .virtual {
            throw CommandFailure(
                .wrongUsage,
                "--internet cannot be used with --clock virtual: the machine's network runs in real time"
            )
        }
        plan = try ExecPlan(arguments, options)
    }

    var rights: ProcessRights? { nil }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        if let guest = try clock.guests(console).first {
            return try VirtualSession.run("`\(options.name)`, or what it started,", on: guest, console)
        }
        return try ExecSession(options, plan, console).run()
    }
}
