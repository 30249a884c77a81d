import JSON
import LinuxIO
import Phones
import Programs
import Services

/// `netlab phone`.
struct PhoneCommand: Command {
    static let name = PhoneOptions.command
    static let summary = "Put a whole phone behind the line, through WireGuard"
    static let usage = "[NAME] [OPTIONS] | add NAME | throttle PROFILE | check [NAME] | list | forget NAME"
    static let discussion = """
        A phone that scans the code with the WireGuard app has all of its traffic across the line, as real packets: its own
        TCP, UDP and DNS, of every app, without a proxy setting. Any other WireGuard client does as well: give it the
        file of --conf. Switch the tunnel off on the phone when netlab has ended.

        --intercept decrypts what apps say to a host, with everything that netlab proxy has, and without a proxy setting:
        the phone's name server leads that host to a proxy behind the line. The phone must trust netlab's certificate, which
        http://netlab.test/ gives it.

        --ui shows on a page, live, what the phone does: its flows by host, with losses and why each took as long as it did,
        and its look-ups. With --intercept it shows the exchanges.

        Behind the line is the machine's network, and the origin at http://origin.netlab.test/. The line carries IPv4. With
        --ipv6-only the phone has IPv6 alone, as on many mobile networks: DNS64 and NAT64 lead to IPv4, and apps that cannot
        do without it fail. The tunnel's own bytes and the Wi-Fi are not on the line: `netlab phone check` shows what they
        add.

        Phones share the line, except those to which --line, or throttle --phone, gives their own. --control lets tests
        change lines by HTTP: its URL is printed, and docs/phone.md describes the requests.

        NAME (default: phone) keeps its keys and its address, so that a phone scans its code once; phones that have done so
        are all let in. While netlab runs, throttle changes the line, check pings a phone without the line, add shows the
        code of one more phone, and forget cuts one off. list shows the phones.

        The keys are in $XDG_DATA_HOME/netlab/phones (~/.local/share/netlab/phones). The code and the file have the phone's
        private key: whoever has it may use the tunnel.

        An ordinary user needs slirp4netns or pasta for the way to the machine's network.
        """
    static let options =
        [
            ScenarioLoading.benchOption,
            OwnPhoneLines.option,
            CommandOption(
                "--pcap",
                value: "FILE",
                about: "record the phones' end of the line into FILE (pcapng)"
            ),
            CommandOption(
                "--conf",
                value: "FILE",
                about: "write the phone's configuration into FILE, for its owner only"
            ),
            CommandOption(
                "--address",
                value: "ADDRESS",
                about: "where the phone reaches this machine (default: its address towards the internet)"
            ),
            CommandOption("--port", value: "N", about: "the UDP port (default: 51820)"),
            ScenarioLoading.ip6Only,
            CommandOption("--quiet", "-q", about: "no code and no steps"),
            CommandOption("--json", about: "events as JSON, one a line, and no code"),
            CommandOption("--control", about: "let programs change lines by HTTP; prints the URL"),
        ] + PhoneThrottle.options + PhoneInterception.options + ScenarioLoading.options
    static let operands: KnownOperands = .one(.one(of: Action.allCases.map(\.rawValue)))
    static let examples = [
        (line: "netlab phone --profile 3g", about: "a phone on 3G, from the first scan on"),
        (line: "netlab phone --profile 3g --ui", about: "and what it does, on a page"),
        (line: "netlab phone anna --profile edge --pcap anna.pcapng", about: "and its packets for Wireshark"),
        (
            line: "netlab phone --profile 3g --intercept api.example.com --ui",
            about: "and what it says to a host, on a page"
        ),
        (line: "netlab phone --ipv6-only", about: "a phone without IPv4, as on many mobile networks"),
        (line: "netlab phone check", about: "what the Wi-Fi and the tunnel add"),
        (line: "netlab phone add bert", about: "the code of one more phone"),
        (
            line: "netlab phone --profile 3g --line bert=edge",
            about: "and a line of its own for a phone called bert"
        ),
        (line: "netlab phone throttle edge", about: "another line while the phone uses it"),
        (line: "netlab phone throttle edge --phone anna", about: "for one phone alone"),
        (line: "netlab phone throttle --shared --phone anna", about: "and it is on the shared line again"),
        (line: "netlab phone forget anna", about: "its key no longer opens anything"),
    ]

    private enum Action: String, CaseIterable {
        case add, throttle, check, list, forget
    }

    private enum Work {
        case add(PhoneOptions, PhonePlan)
        /// nil means the only phone there is.
        case check(PhoneName?, asJSON: Bool)
        case throttle(PhoneThrottle)
        case list
        case forget(PhoneName)
        case serve(PhoneOptions, PhonePlan)
    }

    private let work: Work

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        let words = arguments.positionals
        let action = words.first.flatMap(Action.init(rawValue:))
        if let action { try Self.check(arguments, for: action) }
        switch action {
        case .add:
            guard words.count == 2 else {
                throw CommandFailure(.wrongUsage, "netlab phone add takes one name")
            }
            let options = try PhoneOptions([words[1]], arguments)
            work = .add(options, try PhonePlan(arguments, options))
        case .throttle: work = .throttle(try PhoneThrottle(Array(words.dropFirst()), arguments))
        case .check:
            guard words.count <= 2 else {
                throw CommandFailure(.wrongUsage, "netlab phone check takes one name")
            }
            let name = try words.dropFirst().first.map { word throws(CommandFailure) in
                try PhoneOptions.name(word)
            }
            work = .check(name, asJSON: arguments.has("--json"))
        case .list:
            guard words.count == 1 else {
                throw CommandFailure(.wrongUsage, "netlab phone list takes no name")
            }
            work = .list
        case .forget:
            guard words.count == 2 else {
                throw CommandFailure(
                    .wrongUsage,
                    "netlab phone forget takes one name",
                    advice: "netlab phone list shows them"
                )
            }
            work = .forget(try PhoneOptions.name(words[1]))
        case nil:
            try Self.check(arguments)
            let options = try PhoneOptions(words, arguments)
            work = .serve(options, try PhonePlan(arguments, options))
        }
    }

    /// Options of throttle alone.
    private static let throttling = Set(PhoneThrottle.options.map { $0.names[0] })

    /// Throws if an option is for throttle alone.
    private static func check(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard let stray = throttling.sorted().first(where: arguments.has) else { return }
        throw CommandFailure(
            .wrongUsage,
            "\(stray) is for netlab phone throttle",
            advice: "--line NAME=PROFILE gives a phone a line of its own from the start"
        )
    }

    /// Throws if an option is not for this action.
    private static func check(_ arguments: ParsedArguments, for action: Action) throws(CommandFailure) {
        let taken: Set<String> =
            switch action {
            case .add: ["--conf", "--address", "--port", "--quiet", "--ipv6-only", "--set"]
            case .throttle: Self.throttling.union(["--profile", "--set"])
            case .check: ["--json"]
            case .list, .forget: []
            }
        guard let stray = arguments.options.keys.sorted().first(where: { !taken.contains($0) }) else {
            return
        }
        throw CommandFailure(.wrongUsage, "netlab phone \(action.rawValue) does not take \(stray)")
    }

    var rights: ProcessRights? { nil }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        switch work {
        case .add(let options, let plan): return try add(options, plan, console)
        case .check(let name, let asJSON): return try check(name, asJSON: asJSON, console)
        case .throttle(let throttle):
            console.print(try PhoneSteering.change(throttle, in: KeptPhones.folder()))
            return .done
        case .list: return try list(console)
        case .forget(let name): return try forget(name, console)
        case .serve(let options, let plan): return try PhoneSession(options, plan, console).run()
        }
    }

    private func list(_ console: Console) throws(CommandFailure) -> ExitStatus {
        let lines = try ownLines(console)
        for phone in try KeptPhones.open().phones {
            let line = lines[phone.name].map { "  own line: \($0)" } ?? ""
            console.print("\(phone.name)  \(phone.addresses.ip4)\(line)")
        }
        return .done
    }

    /// Empty if no netlab runs, or if it still waits to begin.
    private func ownLines(_ console: Console) throws(CommandFailure) -> [PhoneName: String] {
        let folder = try KeptPhones.folder()
        do throws(CommandFailure) {
            return try PhoneSteering.phones(in: folder)?.ownLines ?? [:]
        } catch {
            console.warn("lines of phones are not shown: \(error.message)")
            return [:]
        }
    }

    private func add(
        _ options: PhoneOptions,
        _ plan: PhonePlan,
        _ console: Console
    ) throws(CommandFailure) -> ExitStatus {
        var book = try KeptPhones.open()
        let folder = try KeptPhones.folder()
        // Phones have the versions of IP that the running netlab's hosts have, whatever this command says.
        let ip = PhoneSteering.ip(in: folder) ?? plan.ip
        let introduction = try PhoneIntroduction(options, &book, over: ip)
        let isServed = PhoneSteering.isRunning(folder)
        if !options.isQuiet {
            introduction.show(
                on: console,
                isServed
                    ? "\(options.name) can connect from now on"
                    : "no netlab phone runs yet: netlab phone --profile 3g starts one"
            )
        }
        return .done
    }

    private func check(
        _ name: PhoneName?,
        asJSON: Bool,
        _ console: Console
    ) throws(CommandFailure) -> ExitStatus {
        let names = try KeptPhones.open().names
        guard let name = name ?? (names.count == 1 ? names[0] : nil) else {
            throw CommandFailure(
                .failed,
                names.isEmpty
                    ? "there is no phone yet" : "which phone: \(names.map(\.text).joined(separator: ", "))?",
                advice: "netlab phone check NAME"
            )
        }
        let found = try PhoneSteering.check(name, in: KeptPhones.folder())
        console.print(asJSON ? found.json.line : "\(name): \(found.words)")
        return .done
    }

    private func forget(_ name: PhoneName, _ console: Console) throws(CommandFailure) -> ExitStatus {
        var book = try KeptPhones.open()
        guard try KeptPhones.failing({ () throws(PhoneBookError) in try book.forget(name) }) else {
            let nearest = name.text.nearest(among: book.names.map(\.text))
            throw CommandFailure(
                .failed,
                "there is no phone `\(name)`",
                advice: nearest.map { "did you mean `\($0)`?" } ?? "netlab phone list shows them"
            )
        }
        return .done
    }
}
