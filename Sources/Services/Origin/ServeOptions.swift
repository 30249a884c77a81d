import LinuxIO
import Origin
package import Programs
import Wire

/// The options of `netlab serve`, apart from its subject and the line.
package struct ServeOptions {
    package enum Log: String, CaseIterable {
        case text, json, none
    }

    /// The command whose arguments these are.
    package static let command = "serve"

    var address: SocketAddress
    var hasTLS: Bool
    /// HTTP/3 beside HTTP over TCP, which needs `hasTLS`.
    var hasHTTP3: Bool
    /// File for the authority's certificate.
    var authorityFile: String?
    /// nil keeps the scenario's setting.
    var validators: FolderSettings.Validators?
    /// In nanoseconds; nil keeps the scenario's setting.
    var delay: Int64?
    var folder: FolderSettings
    var log: Log
    /// A browser shows the exchanges.
    var hasPage: Bool
    /// The page's port; nil takes the usual one, or any if that is in use.
    var pagePort: UInt16?
    /// True if standard output is for programs.
    var asJSON: Bool
    var isQuiet: Bool
    var lossAsDelay: Bool

    package init(_ arguments: ParsedArguments) throws(CommandFailure) {
        address = try arguments.listeningAddress(usualPort: 0)
        hasHTTP3 = arguments.has("--http3")
        hasTLS = arguments.has("--tls") || hasHTTP3
        authorityFile = arguments.value("--ca")
        validators = try Self.validators(arguments)
        delay = try arguments.duration("--delay")
        folder = FolderSettings(
            validators: validators ?? .strong,
            lists: arguments.has("--list"),
            showsHidden: arguments.has("--hidden"),
            prefersCompressed: arguments.has("--precompressed")
        )
        isQuiet = arguments.has("--quiet")
        log = try Self.log(arguments, isQuiet: isQuiet)
        pagePort = try arguments.pagePort()
        hasPage = arguments.has("--ui") || pagePort != nil
        asJSON = arguments.has("--json") || log == .json
        lossAsDelay = arguments.has("--loss-as-delay")
    }

    private static func validators(
        _ arguments: ParsedArguments
    ) throws(CommandFailure) -> FolderSettings.Validators? {
        guard let word = arguments.value("--etag") else { return nil }
        guard let validators = FolderSettings.Validators(rawValue: word) else {
            throw CommandFailure(.wrongUsage, "--etag is strong, weak or none: not `\(word)`")
        }
        return validators
    }

    private static func log(_ arguments: ParsedArguments, isQuiet: Bool) throws(CommandFailure) -> Log {
        guard let word = arguments.value("--log") else { return isQuiet ? .none : .text }
        guard let log = Log(rawValue: word) else {
            throw CommandFailure(.wrongUsage, "--log is text, json or none: not `\(word)`")
        }
        if log == .json, arguments.has("--json") {
            throw CommandFailure(
                .wrongUsage,
                "--json prints one document, and --log json prints one for each request",
                advice: "use --log json alone: it begins with the document of --json"
            )
        }
        return log
    }
}
