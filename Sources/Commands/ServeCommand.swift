import LinuxIO
import Origin
import Programs
import Services

/// `netlab serve [DIR|SCENARIO]`.
struct ServeCommand: Command {
    static let name = ServeOptions.command
    static let summary = "Serve a folder, a scenario's files or fixture images, behind a line if wanted"
    static let usage = "[DIR | SCENARIO] [OPTIONS]"
    static let discussion = """
        DIR is served with types, ranges, validators and index.html, and nothing outside it, not even through links.
        For a SCENARIO (a file, or the name of a bundled one), its origin is served with its files and delays, behind its
        line. In addition, and also without a name, the server makes images of any size: /fixture/jpeg/1152812,
        /fixture/png/300KiB?seed=7.

        The address is printed on standard output, the requests on standard error. Ctrl-C or SIGTERM ends it: responses
        in progress are completed, for ten seconds at most, or until a second signal. The exit status is 0 if all were
        completed, 130 if any was cut short.

        --profile puts a line of byte streams in front, which all connections share, with its rates and delays but
        without loss (docs/stream-mode.md lists its other limits).
        """
    static let options =
        [
            CommandOption("--port", value: "N", about: "the port (default 0: a free one)"),
            CommandOption(
                "--bind",
                value: "ADDRESS",
                about: "the address to listen on (default 127.0.0.1); 0.0.0.0 listens on all, :: also on IPv6"
            ),
            CommandOption(
                "--tls",
                about: "HTTPS, with a certificate by an authority made for this one server"
            ),
            CommandOption(
                "--http3",
                about: "HTTP/3 beside HTTP/2 and HTTP/1.1, at the same port of UDP; it includes --tls"
            ),
            CommandOption(
                "--ca",
                value: "FILE",
                about: "write the authority's certificate there, for clients to trust"
            ),
            CommandOption(
                "--list",
                about: "list a folder without index.html (as JSON for clients that accept it)"
            ),
            CommandOption(
                "--hidden",
                about: "also serve names that begin with a dot (.well-known is always served)"
            ),
            CommandOption(
                "--precompressed",
                about: "a.css.br or a.css.gz instead of a.css for clients that prefer it"
            ),
            CommandOption(
                "--delay",
                value: "TIME",
                about: "time from a request to its response's first byte, such as 200ms"
            ),
            CommandOption(
                "--etag",
                value: "KIND",
                known: .one(of: FolderSettings.Validators.allCases.map(\.rawValue)),
                about: "strong, weak or none (default: strong if that is safe)"
            ),
            CommandOption(
                "--log",
                value: "FORM",
                known: .one(of: ServeOptions.Log.allCases.map(\.rawValue)),
                about: "text (default), json (lines on standard output), or none"
            ),
            CommandOption("--ui", about: "show the exchanges on a page in a browser of this machine"),
            CommandOption(
                "--ui-port",
                value: "N",
                about: "the page's port (default 8889, or a free one)"
            ),
            CommandOption("--json", about: "the address and its details as one JSON document"),
            CommandOption(
                "--loss-as-delay",
                about: "a lost packet arrives one round trip late; without it, loss is refused"
            ),
            CommandOption("--quiet", "-q", about: "no requests and no summary: errors and warnings only"),
        ] + ScenarioLoading.options
    static let operands: KnownOperands = .one(.scenarios)
    static let examples = [
        (line: "netlab serve . --list", about: "this folder, on a free port of this machine"),
        (
            line: "netlab serve site --profile 3g --bind 0.0.0.0 --port 8080",
            about: "for a phone, as slow as 3G"
        ),
        (line: "netlab serve dsl", about: "the images of a scenario, behind its line"),
        (line: "netlab serve site --ui", about: "and watch the requests in a browser"),
        (
            line: "netlab serve site --tls --ca ca.pem --port 8443",
            about: "HTTPS that clients can trust: curl --cacert ca.pem https://localhost:8443/"
        ),
        (
            line: "netlab serve --log json | jq -r .url",
            about: "fixture images, and the requests as JSON lines"
        ),
    ]

    private let options: ServeOptions
    private let plan: ServePlan

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        options = try ServeOptions(arguments)
        plan = try ServePlan(arguments, options)
    }

    var rights: ProcessRights? { .network }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        console.warnOfForeignFiles(in: plan.scenario)
        return try ServeSession(options, plan, console).run()
    }
}
