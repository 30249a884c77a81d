import LinuxIO
import Programs
import Proxy
import Services

/// `netlab proxy`.
struct ProxyCommand: Command {
    static let name = ProxyOptions.command
    static let summary = "Forward a device's or a program's traffic, and show where its time goes"
    static let usage =
        "[OPTIONS] | status | intercept HOST... [--off] | allow RANGE... [--off] | throttle PROFILE [--host HOST...] [--off] | list [N] | repeat NUMBER | breakpoint PATTERN... [--request] [--response] [--off] | held | show ID | continue ID... [--edit] | abort ID... | compose [METHOD] URL | open FILE"
    static let discussion = """
        A proxy for HTTP on port 8888. Configure clients to use it: `curl -x http://127.0.0.1:8888`, the variables
        http_proxy and https_proxy, or a phone's Wi-Fi settings. Each exchange is printed on standard error with its
        status, size, duration and phases; --json prints everything that is known, one line each.

        The same port serves SOCKS5 and SOCKS4: `curl -x socks5h://127.0.0.1:8888`.

        HTTPS is tunnelled, and only its sizes and times are known. --intercept decrypts it: the proxy presents its own
        certificate in the server's name, and clients must trust its authority (netlab ca export). Certificates of
        servers are verified as the system does, unless --insecure names their host.

        --profile puts a line of byte streams in front, which all clients share, with its rates and delays.
        --throttle '*.example.com=3g' slows down single hosts: all matching hosts share one line between the proxy and
        them. Other hosts use the line of --profile, or none.

        While a proxy runs, `netlab proxy intercept HOST`, `allow RANGE` and `throttle PROFILE` switch it from another
        terminal (--off undoes the first two), and `netlab proxy status` shows what is switched on. --port says which proxy.
        `netlab proxy list` shows the newest requests with their numbers, and `netlab proxy repeat NUMBER --times 50
        --concurrency 8` sends one again.
        `netlab proxy breakpoint 'https://api.example.com/*'` holds requests and responses. `netlab proxy held` lists them,
        and `show ID`, `continue ID`, `continue ID --edit` and `abort ID` act on one of them. --edit opens its text
        in $VISUAL or $EDITOR: method, URL, headers and body, or status, headers and body.
        `netlab proxy compose POST https://api.example.com/items --data '{}'` sends a request through the proxy, and `compose
        --from NUMBER` one of the newest again, changed by options or with --edit.
        Only a line that exists from the start can be changed: --profile, or --line for one without limits.

        --save keeps the session: browsers, Charles and netlab itself open it (netlab diff compares two, netlab import
        makes a scenario of one), and --replay answers from it. It holds cookies and passwords as they were sent.
        `netlab proxy open FILE` shows it, or an archive from a browser, on a page as --ui does.

        --reverse https://api.example.com passes requests that name no server to that one: a client needs no proxy setting,
        only the proxy's address in place of the server's.

        --upstream http://proxy.example.com:3128 reaches servers through that proxy, with a user and a password if the URL
        has them.

        --rules FILE blocks requests, answers with files, sends requests to other servers, changes headers and status, and
        delays responses.

        --cache DIR stores responses that may be shared, and answers later requests with them, also after a restart.
        Cache-Status says in each response what the cache made of it.

        Only this machine may use the proxy. --bind 0.0.0.0 --allow 192.168.0.0/16 lets a phone in. Ctrl-C ends it:
        exchanges in progress continue for ten seconds at most.
        """
    static let options =
        [
            CommandOption("--port", value: "N", about: "the port (default 8888; 0: a free one)"),
            CommandOption(
                "--bind",
                value: "ADDRESS",
                about: "the address to listen on (default 127.0.0.1); needs --allow"
            ),
            CommandOption(
                "--allow",
                value: "RANGE",
                about: "clients that may use it, such as 192.168.0.0/16; repeatable"
            ),
            ProxyOptions.intercept,
            CommandOption(
                "--auto-passthrough",
                about:
                    "tunnel TLS that a client refuses to have decrypted, such as an app with pinned certificates"
            ),
            ProxyOptions.insecure,
            CommandOption(
                "--client-cert",
                value: "HOST=FILE",
                about: "show this server the certificate and key in FILE (PEM); repeatable"
            ),
            CommandOption(
                "--reverse",
                value: "URL",
                about: "stand for this server: clients ask the proxy itself"
            ),
            CommandOption(
                "--upstream",
                value: "URL",
                about: "reach servers through this proxy: http://[USER:PASSWORD@]HOST:PORT"
            ),
            CommandOption(
                "--upstream-except",
                value: "HOST",
                about: "reach this server without it: localhost, *.local; repeatable"
            ),
            CommandOption(
                "--rules",
                value: "FILE",
                about: "what to block, answer with files, redirect and change; read again when it changes"
            ),
            CommandOption(
                "--cache",
                value: "DIR",
                about: "store responses there, and answer with them as a shared cache does (RFC 9111)"
            ),
            CommandOption(
                "--cache-size",
                value: "SIZE",
                about: "largest size (default 1 GB); the least recently used responses make room"
            ),
            CommandOption(
                "--link-local",
                about: "allow link-local servers, such as a cloud's metadata service"
            ),
            CommandOption(
                "--loopback",
                about: "let other machines reach services on this machine's loopback addresses"
            ),
            CommandOption(
                "--keylog",
                value: "FILE",
                about: "append the secrets of all sessions, for Wireshark"
            ),
            CommandOption(
                "--save",
                value: "FILE",
                about: "keep the session with its bodies as an HTTP archive (HAR)"
            ),
            CommandOption(
                "--save-bodies",
                value: "SIZE",
                about: "bodies of up to this size are kept (default 1 MB; 0: none)"
            ),
            CommandOption("--ui", about: "show the exchanges on a page in a browser of this machine"),
            ProxyOptions.pagePort,
            CommandOption(
                "--replay",
                value: "FILE",
                about: "answer from an archive in place of the servers, without a network"
            ),
            CommandOption(
                "--pcap",
                value: "FILE",
                about: "write both legs with their secrets as pcapng, for Wireshark or netlab inspect"
            ),
            CommandOption(
                "--line",
                about: "a line in front even without limits, so that throttle can set them later"
            ),
            CommandOption(
                HostLineOption.name,
                value: "HOST=PROFILE",
                about: "a line for these hosts alone: '*.example.com=3g'; repeatable, the first match counts"
            ),
            CommandOption(
                "--host",
                value: "HOST",
                about: "with throttle: the line of these hosts alone; repeatable"
            ),
            CommandOption("--times", value: "N", about: "with repeat: how often (default 1)"),
            CommandOption("--concurrency", value: "N", about: "with repeat: how many at once (default 1)"),
            CommandOption(
                "--off",
                about: "with intercept, allow, breakpoint and throttle --host: switch off again"
            ),
            CommandOption("--request", about: "with breakpoint: hold requests only"),
            CommandOption("--response", about: "with breakpoint: hold responses only"),
            CommandOption(
                "--edit",
                about: "with continue and compose: change the text in $VISUAL or $EDITOR"
            ),
            CommandOption(
                "--from",
                value: "FILE|NUMBER",
                about:
                    "with continue: take the text from FILE (-: standard input); with compose: a past request"
            ),
            CommandOption("--header", "-H", value: "LINE", about: "with compose: a header; repeatable"),
            CommandOption("--data", value: "TEXT|@FILE", about: "with compose: the body"),
            CommandOption(
                "--output",
                "-o",
                value: "FILE",
                about: "with compose: write the response's body there (-: print it alone)"
            ),
            CommandOption(
                "--loss-as-delay",
                about: "a packet that the line loses arrives a round trip late; without it, loss is refused"
            ),
            CommandOption(
                "--json",
                about: "lines of JSON on standard output: the address, then each exchange"
            ),
            CommandOption("--quiet", "-q", about: "no exchanges and no summary: errors and warnings only"),
        ] + ScenarioLoading.options
    static let operands = KnownOperands(
        first: .one(of: ProxyVerb.allCases.map(\.rawValue)),
        after: [ProxyVerb.throttle.rawValue: .profiles, ProxyVerb.open.rawValue: .files]
    )
    static let examples = [
        (line: "netlab proxy", about: "for programs of this machine, on port 8888"),
        (
            line: "netlab proxy --intercept '*.example.com' --profile 3g",
            about: "decrypt one site's HTTPS, as slow as 3G"
        ),
        (
            line: "netlab proxy --bind 0.0.0.0 --allow 192.168.0.0/16 --intercept '*'",
            about: "for a phone in the same network, once it trusts the certificate"
        ),
        (
            line: "netlab proxy --intercept '*' --rules rules.yaml",
            about: "change requests and responses: docs/proxy-rules.md"
        ),
        (
            line: "netlab proxy --intercept '*' --pcap all.pcapng",
            about: "see the plain HTTP in Wireshark, without a right to record packets"
        ),
        (
            line: "netlab proxy --intercept '*' --cache responses",
            about: "fetch from servers only what is not stored yet"
        ),
        (line: "netlab proxy throttle 3g", about: "slow down the running proxy"),
        (
            line: "netlab proxy throttle 3g --host '*.example.com'",
            about: "slow down these hosts alone (--off ends it)"
        ),
        (
            line: "netlab proxy repeat 12 --times 50 --concurrency 8",
            about: "how fast is it under parallel requests?"
        ),
        (
            line: "netlab proxy breakpoint 'https://api.example.com/*' --request",
            about: "hold these requests, to look at them and change them"
        ),
        (line: "netlab proxy continue 3 --edit", about: "forward one, changed"),
        (line: "netlab proxy --reverse https://example.com --port 0", about: "in place of one server"),
        (line: "netlab proxy --intercept '*' --save shop.har", about: "keep everything that passes"),
        (line: "netlab proxy open shop.har", about: "look at it later, in a browser"),
        (
            line: "netlab proxy --json | jq -r 'select(.durationNs > 1e9).url'",
            about: "what took over a second"
        ),
    ]

    private enum Work {
        case action(ProxyAction)
        case message(MessageAction)
        case composition(ComposeAction)
        case saved(OpenAction)
        case session(ProxyOptions, FrontLine)
    }

    private let work: Work

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        if let verb = try ProxyVerb(arguments) {
            work = try Self.work(verb, arguments)
            return
        }
        let options = try ProxyOptions(arguments)
        let line = try FrontLine(
            BareScenario.load(ScenarioLoading(arguments), command: Self.name),
            lossAsDelay: options.lossAsDelay,
            isKept: options.keepsLine
        )
        work = .session(options, line)
    }

    /// What a verb asks of a proxy that runs already.
    private static func work(_ verb: ProxyVerb, _ arguments: ParsedArguments) throws(CommandFailure) -> Work {
        if let message = try MessageAction(verb, arguments) { return .message(message) }
        if let composition = try ComposeAction(verb, arguments) { return .composition(composition) }
        if let opening = try OpenAction(verb, arguments) { return .saved(opening) }
        return .action(try ProxyAction(verb, arguments))
    }

    var rights: ProcessRights? {
        switch work {
        // They open the user's editor.
        case .message, .composition: nil
        case .action, .saved, .session: .network
        }
    }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        switch work {
        case .action(let action): try action.run(on: console)
        case .message(let action): try action.run(on: console)
        case .composition(let action): try action.run(on: console)
        case .saved(let action): try action.run(on: console)
        case .session(let options, let line): try ProxySession(options, line, console).run()
        }
    }
}
