import LinuxIO
import Runs

/// What `netlab exec` was asked for, beside the line.
struct ExecOptions {
    /// The program and its arguments, byte by byte.
    var command: [[UInt8]]
    /// Lines for a shell on the origin's host.
    var servers: [String]
    var scenario: String?
    var capture: String?
    var carrier: LinkRecord.Carrier?
    /// True where the machine's network is wanted behind the line.
    var hasInternet: Bool
    var isQuiet: Bool

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard !arguments.positionals.isEmpty else {
            throw CommandFailure(
                .wrongUsage,
                "netlab exec needs a command to run",
                advice: "netlab exec --profile 3g -- curl -O http://origin.netlab.test/fixture/jpeg/310448"
            )
        }
        // The command is the end of what netlab was started with.
        command = RawWords.last(arguments.positionals.count)
        servers = arguments.values("--serve-with")
        scenario = arguments.value("--scenario")
        capture = arguments.value("--pcap")
        carrier = try arguments.carrier()
        hasInternet = arguments.has("--internet")
        isQuiet = arguments.has("--quiet")
    }

    /// The program's name, for people.
    var name: String { String(decoding: command.first ?? [], as: UTF8.self) }
}
