import LinkModel
import Reports
import Runs

/// `netlab profiles [NAME]`.
struct ProfilesCommand: Command {
    static let name = "profiles"
    static let summary = "List the link presets with their sources, or show one"
    static let usage = "[NAME] [--json]"
    static let options = [CommandOption("--json", about: "one JSON document")]
    static let examples = [
        (line: "netlab profiles", about: "every preset: rates, one-way delays, loss"),
        (
            line: "netlab profiles dsl",
            about: "one preset, where its numbers come from and what was meant by latency"
        ),
    ]

    private let profiles: [LinkProfile]
    private let isDetailed: Bool
    private let asJSON: Bool

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        asJSON = arguments.has("--json")
        isDetailed = !arguments.positionals.isEmpty
        guard arguments.positionals.count <= 1 else {
            throw CommandFailure(.wrongUsage, "netlab profiles takes one name at most")
        }
        guard let name = arguments.positionals.first else {
            profiles = LinkProfile.catalogue
            return
        }
        guard let profile = LinkProfile.named(name) else {
            let nearest = LinkProfile.withFamily(name) ?? name.nearest(among: LinkProfile.spellings)
            throw CommandFailure(
                .wrongUsage,
                "there is no profile `\(name)`",
                advice: nearest.map { "did you mean `\($0)`?" } ?? "netlab profiles lists them"
            )
        }
        profiles = [profile]
    }

    func run(on console: Console) -> ExitStatus {
        if asJSON {
            console.print(ProfileReport.json(profiles).pretty)
        } else if isDetailed, let profile = profiles.first {
            console.print(ProfileReport.detail(profile, console.style))
        } else {
            console.print(ProfileReport.list(profiles, console.style))
        }
        return .done
    }
}
