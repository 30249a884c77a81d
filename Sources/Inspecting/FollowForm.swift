import Programs
import Reports

/// How to show a followed connection.
enum FollowForm: Hashable {
    case text, hex
    /// The bytes of one end only.
    case raw(isOfClient: Bool)

    static let options = [
        CommandOption(
            "--follow",
            about: "with --stream: what both ends sent, as text, decrypted if keys are available"
        ),
        CommandOption("--hex", about: "the same in hexadecimal digits"),
        CommandOption(
            "--raw",
            value: "client|server",
            known: .one(of: ["client", "server"]),
            about: "with --stream: the bytes that one end sent, for another program"
        ),
    ]

    private static let others =
        [
            "--json", "--csv", "--har", "--handshakes", "--summary", "--fit", "--graph", "--profile",
            "--extract",
            "--each", "--sort", "--top",
        ] + ExchangeFilter.options.map { $0.names[0] }

    /// nil if no connection is to be followed.
    init?(_ arguments: ParsedArguments) throws(CommandFailure) {
        let asked = Self.options.map { $0.names[0] }.filter(arguments.has)
        guard let name = asked.first else { return nil }
        guard asked.count == 1 || asked == ["--follow", "--hex"] else {
            throw CommandFailure(
                .wrongUsage,
                "\(asked[0]) and \(asked[1]) are two forms of the same output: choose one"
            )
        }
        guard arguments.has("--stream") else {
            throw CommandFailure(
                .wrongUsage,
                "\(name) follows one connection: --stream says which",
                advice: "netlab inspect FILE lists them; netlab inspect FILE --stream 0 \(name)"
            )
        }
        if let other = Self.others.first(where: arguments.has) {
            throw CommandFailure(
                .wrongUsage,
                "\(name) writes only what was sent: leave \(other) out"
            )
        }
        switch arguments.value("--raw") {
        case nil: self = arguments.has("--hex") ? .hex : .text
        case "client": self = .raw(isOfClient: true)
        case "server": self = .raw(isOfClient: false)
        case let other?:
            throw CommandFailure(
                .wrongUsage,
                "--raw takes client or server, the end that sent the bytes: not `\(other)`"
            )
        }
    }

    func transcript(_ style: TerminalStyle) -> any Transcript {
        switch self {
        case .text: TextTranscript(style)
        case .hex: HexTranscript(style)
        case .raw(let isOfClient): RawTranscript(ofClient: isOfClient)
        }
    }
}
