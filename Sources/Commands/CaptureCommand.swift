import Inspecting
import LinuxIO
import Programs
import Reports

/// `netlab capture`.
struct CaptureCommand: Command {
    static let name = "capture"
    static let summary = "Record the packets of an interface into a capture file"
    static let usage = "-i INTERFACE -o FILE|--watch [OPTIONS]"
    static let discussion = """
        FILE is written as pcapng with timestamps in nanoseconds, or as classic pcap if its name ends in .pcap; `-` is
        standard output. Recording continues until Ctrl-C, or for --seconds. The number of packets that arrived too
        fast to be recorded is shown during recording and at the end, and is written into the file.

        --watch inspects the packets as they arrive: each response gets a line as soon as it is complete, and a summary
        follows at the end. It needs no FILE. --host, --status, --type, --slower-than and --larger-than choose the
        responses in the lines and the summary; all packets are recorded.
        """
    static let options = recording + ExchangeFilter.options + ending

    private static let recording = [
        CommandOption(
            "--interface",
            "-i",
            value: "INTERFACE",
            about: "where to listen; `any` is every interface"
        ),
        CommandOption("--out", "-o", "-w", value: "FILE", about: "where to write"),
        CommandOption("--watch", about: "show responses as they end"),
        CommandOption("--json", about: "with --watch: one JSON document on each line"),
        CommandOption(
            "--keylog",
            value: "FILE",
            about: "with --watch: a TLS key log that is being written, to decrypt connections"
        ),
        CommandOption(
            "--filter",
            value: "EXPR",
            about: "keep only packets that match a tcpdump expression: 'tcp port 443'"
        ),
        CommandOption("--snap", value: "BYTES", about: "bytes to keep of each packet (default: all)"),
        CommandOption("--seconds", value: "N", about: "stop after N seconds"),
        CommandOption(
            "--ring",
            value: "NxSIZE",
            about: "keep the newest N files of SIZE each: 10x100MB; FILE-00001 is the first"
        ),
        CommandOption("--buffer", value: "SIZE", about: "size of the kernel's packet ring (default: 64MiB)"),
    ]

    private static let ending = [
        CommandOption("--quiet", "-q", about: "errors and warnings only")
    ]
    static let examples = [
        (line: CaptureOptions.example, about: "until Ctrl-C"),
        (
            line: "netlab capture -i any -o day.pcapng --ring 10x100MB --snap 128",
            about: "the newest gigabyte, heads only"
        ),
        (
            line: "netlab capture -i eth0 --watch --keylog keys.txt",
            about: "HTTP and HTTPS responses as they come, by a client with SSLKEYLOGFILE=keys.txt"
        ),
        (
            line: "netlab capture -i lo -o - --seconds 10 | netlab inspect -",
            about: "the responses of ten seconds"
        ),
    ]

    private let options: CaptureOptions

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        options = try CaptureOptions(arguments)
    }

    var rights: ProcessRights? { .packets }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        try CaptureSession(options, console).run()
    }
}
