import Inspection
import Reports

/// What `netlab inspect` was asked for beside its captures.
struct InspectOptions {
    enum Form {
        case text, json, csv
    }

    /// Results beyond these would be read by nobody.
    private static let mostStreams: UInt64 = 1 << 31
    private static let leastMemory: Int64 = 1 << 20
    private static let mostMemory: Int64 = 1 << 40

    static let all = [
        CommandOption("--json", about: "one JSON document"),
        CommandOption("--csv", about: "a line for each response, for spreadsheets"),
        CommandOption("--handshakes", about: "the TLS handshakes instead, each step with its time"),
        CommandOption(
            "--keylog",
            value: "FILE",
            about: "a TLS key log (SSLKEYLOGFILE), which opens what is encrypted"
        ),
        CommandOption("--summary", about: "by host, type and status instead of one by one"),
        CommandOption("--stream", value: "N", about: "only this connection, and how its TCP went"),
        CommandOption(
            "--host",
            value: "HOST",
            about: "only responses of this host, or *.HOST for all below it"
        ),
        CommandOption("--status", value: "STATUS", about: "only of this status: 404, 4xx, 500-503"),
        CommandOption("--type", value: "TYPE", about: "only of this media type: image, image/jpeg"),
        CommandOption("--slower-than", value: "TIME", about: "only those that took longer: 500ms"),
        CommandOption("--larger-than", value: "SIZE", about: "only those with a larger body: 1MB"),
        CommandOption("--extract", value: "DIR", about: "writes the bodies, unpacked, into a new folder"),
        CommandOption("--each", about: "several captures one by one, not merged by time"),
        CommandOption(
            "--memory",
            value: "SIZE",
            about: "for what waits for missing packets and for open connections, 32MiB without it"
        ),
    ]

    let form: Form
    let showsHandshakes: Bool
    /// The text of a key log; empty where there is none.
    let keys: [UInt8]
    let isSummarised: Bool
    let isEach: Bool
    let stream: Int?
    let filter: ExchangeFilter
    let limits: InspectionLimits
    let extractFolder: String?

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        if arguments.has("--json"), arguments.has("--csv") {
            throw CommandFailure(.wrongUsage, "--json and --csv are two forms of the same: choose one")
        }
        form = arguments.has("--json") ? .json : arguments.has("--csv") ? .csv : .text
        showsHandshakes = arguments.has("--handshakes")
        keys = try arguments.value("--keylog").map(KeyLogFile.read) ?? []
        isSummarised = arguments.has("--summary")
        isEach = arguments.has("--each")
        stream = try arguments.number("--stream", in: 0...Self.mostStreams).map { Int($0) }
        extractFolder = arguments.value("--extract")
        filter = try Self.filter(arguments)
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

    private static func filter(_ arguments: ParsedArguments) throws(CommandFailure) -> ExchangeFilter {
        var filter = ExchangeFilter()
        filter.host = arguments.value("--host")
        filter.type = arguments.value("--type")
        filter.slowerThan = try arguments.duration("--slower-than")
        filter.largerThan = try arguments.size("--larger-than").map { Int($0) }
        if let text = arguments.value("--status") {
            guard let statuses = ExchangeFilter.statuses(text) else {
                throw CommandFailure(
                    .wrongUsage,
                    "--status takes a status such as 404, 4xx or 500-503: not `\(text)`"
                )
            }
            filter.statuses = statuses
        }
        return filter
    }
}
