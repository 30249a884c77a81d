import Reports

/// `netlab capture`.
struct CaptureCommand: Command {
    static let name = "capture"
    static let summary = "Record the packets of an interface into a capture file"
    static let usage = "-i INTERFACE -o FILE|--watch [OPTIONS]"
    static let discussion = """
        FILE is written as pcapng with stamps in nanoseconds; one that ends in .pcap as classic pcap, and `-` is standard
        output. Recording goes on until Ctrl-C, or for the time of --seconds. How many packets came too fast to be
        recorded is shown while it goes on, said at the end, and stands in the file.

        With --watch it is inspected meanwhile: each response has its line as soon as it is complete, and what all came
        to stands at the end. No file is needed then. --host, --status, --type, --slower-than and --larger-than choose whose
        lines are shown, and what the end tells of; recorded is everything.
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
        CommandOption("--watch", about: "shows responses as they end"),
        CommandOption("--json", about: "with --watch: a JSON document in each line"),
        CommandOption(
            "--keylog",
            value: "FILE",
            about: "with --watch: a TLS key log that is being written, which opens what is encrypted"
        ),
        CommandOption(
            "--filter",
            value: "EXPR",
            about: "keep only what fits, in tcpdump's words: 'tcp port 443'"
        ),
        CommandOption("--snap", value: "BYTES", about: "keep so much of each packet (default: all of it)"),
        CommandOption("--seconds", value: "N", about: "end after so many seconds"),
        CommandOption(
            "--ring",
            value: "NxSIZE",
            about: "keep the newest N files of SIZE each: 10x100MB; FILE-00001 is the first"
        ),
        CommandOption("--buffer", value: "SIZE", about: "the kernel's ring of packets (default: 64MiB)"),
    ]

    private static let ending = [
        CommandOption("--quiet", "-q", about: "errors and warnings only")
    ]
    static let examples = [
        (line: "netlab capture -i eth0 -o web.pcapng --filter 'tcp port 80'", about: "until Ctrl-C"),
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
            about: "what ten seconds brought"
        ),
    ]

    private let options: CaptureOptions

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        options = try CaptureOptions(arguments)
    }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        try CaptureSession(options, console).run()
    }
}
