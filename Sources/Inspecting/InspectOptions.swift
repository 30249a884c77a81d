package import Capture
package import Inspection
package import LinkModel
package import Programs
package import Reports

/// The options of `netlab inspect`.
package struct InspectOptions {
    package enum Form {
        case text, json, csv, har
    }

    /// Larger numbers of streams would be of no use.
    private static let mostStreams: UInt64 = 1 << 31
    private static let leastMemory: Int64 = 1 << 20
    private static let mostMemory: Int64 = 1 << 40

    package static let all =
        forms + FollowForm.options + choices + ExchangeFilter.options + ExchangeRanking.options + means
        + RowsOrder.options

    /// Options about packets and bodies, of which an HTTP archive has none.
    package static let ofCapturesOnly = [
        "--har", "--fit", "--out", "--profile", "--handshakes", "--keylog", "--summary", "--stream", "--idle",
        "--graph", "--filter", "--extract", "--memory", "--follow", "--hex", "--raw", "--rows",
    ]

    private static let forms = [
        CommandOption("--json", about: "one JSON document"),
        CommandOption("--csv", about: "a line for each response, for spreadsheets"),
        CommandOption("--har", about: "an HTTP archive (HAR 1.2), which browsers and other tools open"),
        CommandOption(
            "--fit",
            about: "the line instead of responses: rates, round trip, loss and queue, each with its interval"
        ),
        CommandOption(
            "--out",
            "-o",
            value: "FILE",
            about: "with --fit: write a scenario that fetches the same over this line"
        ),
        CommandOption(
            "--profile",
            value: "PROFILE",
            about: "compare with theory for a line: how long each response should take there, took, and why"
        ),
        CommandOption("--handshakes", about: "TLS handshakes instead of responses, each step with its time"),
        CommandOption(
            "--keylog",
            value: "FILE",
            about: "a TLS key log (SSLKEYLOGFILE), to decrypt connections"
        ),
        CommandOption("--summary", about: "totals by host, type and status instead of single responses"),
        CommandOption(
            "--stream",
            value: "N",
            about: "only this connection: its TCP figures, and all its events in time order"
        ),
        CommandOption(
            "--idle",
            value: "TIME",
            about: "with --stream: show silences of at least this length (default 1s)"
        ),
    ]

    private static let choices = [
        CommandOption(
            "--graph",
            about: "draw what connections sent over time: sequence numbers and throughput"
        ),
        CommandOption(
            "--filter",
            value: "EXPR",
            about: "only packets that match a tcpdump expression: 'host 10.0.0.2 and tcp port 80'"
        ),
    ]

    private static let means = [
        CommandOption("--extract", value: "DIR", about: "write the bodies, decompressed, into a new folder"),
        CommandOption("--each", about: "inspect several captures one by one, not merged by time"),
        CommandOption(
            "--memory",
            value: "SIZE",
            about:
                "memory for data after missing packets, open connections and unfinished exchanges (default 32MiB)"
        ),
    ]

    package let form: Form
    package let showsHandshakes: Bool
    /// True to estimate the line instead of showing its traffic.
    package let fitsLine: Bool
    package let drawsGraphs: Bool
    /// File to write a scenario to.
    let output: String?
    /// Text of a key log; empty without one.
    package let keys: [UInt8]
    package let isSummarised: Bool
    package let isEach: Bool
    package let stream: Int?
    /// Shortest silence on `stream` that is reported, in nanoseconds.
    private let silence: Int64
    /// How to show the data of `stream`; nil shows its timeline instead.
    let followForm: FollowForm?
    package let filter: ExchangeFilter
    package let ranking: ExchangeRanking
    package let limits: InspectionLimits
    package let extractFolder: String?
    /// The line whose theory is compared with the measurements.
    package let profile: LinkProfile?
    /// The packets to read; nil means all.
    package let packets: PacketFilter?

    package init(_ arguments: ParsedArguments) throws(CommandFailure) {
        form = try Self.form(arguments)
        try Self.checkTables(arguments)
        showsHandshakes = arguments.has("--handshakes")
        fitsLine = arguments.has("--fit")
        drawsGraphs = arguments.has("--graph")
        output = arguments.value("--out")
        if drawsGraphs, form != .text {
            throw CommandFailure(.wrongUsage, "--graph draws a picture for a terminal and has no other form")
        }
        try Self.checkFit(arguments, form)
        keys = try arguments.value("--keylog").map(KeyLogFile.read) ?? []
        isSummarised = arguments.has("--summary")
        isEach = arguments.has("--each")
        followForm = try FollowForm(arguments)
        stream = try arguments.number("--stream", in: 0...Self.mostStreams).map { Int($0) }
        silence = try Self.silence(arguments)
        extractFolder = arguments.value("--extract")
        profile = try arguments.value("--profile").map(ProfileChoice.preset)
        if profile != nil, form == .csv || form == .har || showsHandshakes {
            throw CommandFailure(.wrongUsage, "--profile is shown as a table or with --json only")
        }
        filter = try ExchangeFilter(arguments)
        ranking = try ExchangeRanking(arguments)
        packets = try arguments.value("--filter").map(Self.packets)
        let memory = try arguments.size("--memory")
        guard let memory else {
            limits = InspectionLimits()
            return
        }
        guard memory >= Self.leastMemory, memory <= Self.mostMemory else {
            throw CommandFailure(.wrongUsage, "--memory takes from 1MiB to 1024GiB")
        }
        limits = InspectionLimits(memory: Int(memory))
    }

    /// nil if no connection is to be followed.
    package var follow: FollowSession? {
        guard let stream, let followForm else { return nil }
        return FollowSession(stream: stream, form: followForm)
    }

    /// How to read captures for these options.
    package var reading: ConversationOptions {
        var options = ConversationOptions()
        options.keepsPackets = fitsLine || drawsGraphs
        options.keepsFields = form == .har || stream != nil && followForm == nil
        options.decodesContent = followForm == nil
        if let stream, followForm == nil, form == .text || form == .json {
            options.chronicle = ChronicleOrder(stream: stream, silence: silence)
        }
        return options
    }

    private static func silence(_ arguments: ParsedArguments) throws(CommandFailure) -> Int64 {
        guard let silence = try arguments.duration("--idle") else { return ChronicleOrder.usualSilence }
        guard arguments.has("--stream") else {
            throw CommandFailure(
                .wrongUsage,
                "--idle is for one connection: --stream says which",
                advice: "netlab inspect FILE --stream 0 --idle 200ms"
            )
        }
        return silence
    }

    private static func packets(_ expression: String) throws(CommandFailure) -> PacketFilter {
        do {
            return try PacketFilter(expression)
        } catch {
            throw CommandFailure(.wrongUsage, error.description)
        }
    }

    private static func form(_ arguments: ParsedArguments) throws(CommandFailure) -> Form {
        let forms: [(name: String, form: Form)] = [("--json", .json), ("--csv", .csv), ("--har", .har)]
        let asked = forms.filter { arguments.has($0.name) }
        if asked.count > 1 {
            throw CommandFailure(
                .wrongUsage,
                "\(asked[0].name) and \(asked[1].name) are two forms of the same output: choose one"
            )
        }
        return asked.first?.form ?? .text
    }

    /// Handshakes and summaries have output forms of their own.
    private static func checkTables(_ arguments: ParsedArguments) throws(CommandFailure) {
        let tables = [
            (name: "--handshakes", others: ["--csv", "--har", "--summary", "--graph"]),
            (name: "--summary", others: ["--csv", "--har"]),
        ]
        for table in tables where arguments.has(table.name) {
            guard let other = table.others.first(where: arguments.has) else { continue }
            throw CommandFailure(
                .wrongUsage,
                "\(table.name) is shown as tables or with --json: leave \(other) out"
            )
        }
    }

    private static func checkFit(_ arguments: ParsedArguments, _ form: Form) throws(CommandFailure) {
        guard arguments.has("--fit") else {
            if arguments.has("--out") {
                throw CommandFailure(
                    .wrongUsage,
                    "-o names the scenario that --fit writes",
                    advice: "netlab inspect FILE --fit -o FILE.yaml; for results: > FILE"
                )
            }
            return
        }
        let others = [
            "--csv", "--har", "--handshakes", "--summary", "--stream", "--host", "--status", "--type",
            "--slower-than", "--larger-than", "--extract", "--each", "--graph", "--profile",
            "--sort", "--top",
        ]
        if let other = others.first(where: { arguments.has($0) }) {
            throw CommandFailure(.wrongUsage, "--fit estimates one line from all packets: leave \(other) out")
        }
    }
}
