import JSON
import LinkFormats
import LinkModel
import Programs
import Reports

/// `netlab profiles [NAME]`: lists, shows, exports and imports lines.
struct ProfilesCommand: Command {
    static let name = "profiles"
    static let summary =
        "List the link presets with their sources, show one, or exchange lines with other tools"
    static let usage = "[NAME | FAMILY] [--export TOOL] [--import FILE] [--304 SIZE] [--json]"
    static let discussion = """
        TOOL is tc (a shell script with netem), toxiproxy (JSON) or mahimahi (a shell script with its traces). Warnings on
        standard error list what the tool cannot express. --import reads the same formats from FILE or `-`, and prints a
        scenario's `link:`; with --export it converts one tool's line into another's. --304 simulates the cost of
        revalidating an unchanged image of SIZE over each line, compared with fetching it whole: bytes both ways, and time.
        """
    static let options = [
        CommandOption(
            "--export",
            value: "TOOL",
            known: .one(of: LinkFormat.allCases.map(\.rawValue)),
            about: "the same line for tc, toxiproxy or mahimahi"
        ),
        CommandOption("--import", value: "FILE", about: "another tool's line as a scenario's `link:`"),
        CommandOption(
            "--304",
            value: "SIZE",
            about: "what a 304 saves on each line, for a body of this size"
        ),
        CommandOption("--json", about: "one JSON document"),
    ]
    static let operands: KnownOperands = .one(
        .one(of: LinkCatalogue.families.map(\.name) + LinkCatalogue.spellings)
    )
    static let examples = [
        (line: "netlab profiles", about: "every preset: rates, one-way delays, loss"),
        (
            line: "netlab profiles wpt/3g",
            about: "one preset, the source of its numbers and what it means by latency"
        ),
        (line: "netlab profiles wpt", about: "one family"),
        (
            line: "netlab profiles nlc --304 10MB",
            about: "10 MB fetched whole, revalidated (304), and from memory"
        ),
        (line: "netlab profiles 3g --export tc > 3g.sh", about: "the same line for a kernel with netem"),
        (
            line: "tc qdisc show dev eth0 | netlab profiles --import -",
            about: "the line that tc makes, for a scenario"
        ),
    ]

    private let choice: ProfileChoice
    private let file: String?
    private let format: LinkFormat?
    private let asJSON: Bool
    /// Size of the image for `--304`.
    private let validated: Int?

    private static let validatedBytes: ClosedRange<Int64> = 1...100_000_000

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        asJSON = arguments.has("--json")
        file = arguments.value("--import")
        format = try arguments.value("--export").map { name throws(CommandFailure) in try Self.format(name) }
        choice = try ProfileChoice(arguments.positionals)
        validated = try Self.validated(arguments, goesWithOthers: file == nil && format == nil)
        if asJSON, file != nil || format != nil {
            throw CommandFailure(.wrongUsage, "--json cannot be used with --export or --import")
        }
        if file != nil, !arguments.positionals.isEmpty {
            throw CommandFailure(.wrongUsage, "--import takes its line from the file: leave the name out")
        }
        if let format, file == nil, choice.profile == nil {
            throw CommandFailure(
                .wrongUsage,
                "--export needs one profile",
                advice: "for example netlab profiles 3g --export \(format.rawValue)"
            )
        }
    }

    private static func validated(_ arguments: ParsedArguments, goesWithOthers: Bool) throws(CommandFailure)
        -> Int?
    {
        guard let size = try arguments.size("--304") else { return nil }
        guard goesWithOthers else {
            throw CommandFailure(.wrongUsage, "--304 cannot be used with --export or --import")
        }
        guard validatedBytes.contains(size) else {
            throw CommandFailure(.wrongUsage, "--304 takes a size from 1 B to 100 MB, as in --304 10MB")
        }
        return Int(size)
    }

    private static func format(_ name: String) throws(CommandFailure) -> LinkFormat {
        if let format = LinkFormat(rawValue: name) { return format }
        let names = LinkFormat.allCases.map(\.rawValue)
        throw CommandFailure(
            .wrongUsage,
            "--export takes \(names.joined(separator: ", ")): not `\(name)`",
            advice: name.nearest(among: names).map { "did you mean `\($0)`?" }
        )
    }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        if let file {
            try convert(file, console)
        } else if let format, let profile = choice.profile {
            let export = format.export(profile.link, title: "\(profile.name): \(profile.about)")
            if let missing = profile.missing { console.warn("left out: \(missing)") }
            show(export, console)
        } else if let validated {
            let report = ValidationReport(choice.profiles, bodyBytes: validated)
            if asJSON {
                console.print(report.json.pretty)
            } else {
                console.print(report.document)
            }
        } else if asJSON {
            console.print(ProfileReport.json(choice.profiles).pretty)
        } else {
            console.print(choice.report)
        }
        return .done
    }

    private func convert(_ path: String, _ console: Console) throws(CommandFailure) {
        let file = try LinkFile(path)
        for warning in file.content.warnings { console.warn("\(file.name): \(warning)") }
        if let format {
            show(
                format.export(
                    file.content.link,
                    title: "a line imported from \(file.content.format.rawValue)"
                ),
                console
            )
        } else {
            console.print(try file.block())
        }
    }

    private func show(_ export: Export, _ console: Console) {
        for warning in export.warnings { console.warn(warning) }
        console.print(export.text)
    }
}
