import Runs

/// What `netlab run` was asked for beside its scenarios.
struct RunOptions {
    /// A folder for each of more runs would not be read by anybody.
    private static let mostRepetitions: UInt64 = 10_000

    var folder: String?
    var asJSON = false
    var isQuiet = false
    var repetitions = 1
    var carrier: LinkRecord.Carrier?
    /// Nanoseconds; nil waits for ever.
    var longest: Int64?

    /// One run with nothing asked for.
    init() {}

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        folder = arguments.value("--out")
        asJSON = arguments.has("--json")
        isQuiet = arguments.has("--quiet")
        repetitions = Int(try arguments.number("--repeat", in: 1...Self.mostRepetitions) ?? 1)
        longest = try arguments.duration("--max-time")
        switch arguments.value("--link") ?? "auto" {
        case "auto", "packet": break
        case "stream":
            throw CommandFailure(
                .failed,
                "stream mode is not built yet",
                advice:
                    "`--link packet` carries real packets: `netlab doctor` tells what it needs on this machine"
            )
        case let other:
            throw CommandFailure(.wrongUsage, "--link is auto, packet or stream: not `\(other)`")
        }
        if let kind = arguments.value("--carrier") {
            guard let carrier = LinkRecord.Carrier(rawValue: kind) else {
                throw CommandFailure(.wrongUsage, "--carrier is tun or veth: not `\(kind)`")
            }
            self.carrier = carrier
        }
    }
}
