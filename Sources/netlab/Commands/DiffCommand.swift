import Archives
import JSON
import LinuxIO
import Reports

/// `netlab diff FILE FILE`.
struct DiffCommand: Command {
    static let name = "diff"
    static let summary = "Compare two recorded sessions, exchange by exchange"
    static let usage = "FILE FILE [--tolerance SHARE] [--json]"
    static let discussion = """
        FILE is an HTTP archive (HAR): a session of netlab proxy (--save), or what a browser, Charles or mitmproxy
        exported. The first, second, … exchange of a method and URL is compared with that of the other file: status,
        body, fields and time. Exit status 4 if an exchange is missing or added, or has another status or body; with
        --tolerance also if one takes longer by more than that. Other fields alone are shown and do not count; Date
        and Age are not compared.
        """
    static let options = [
        CommandOption(
            "--tolerance",
            value: "SHARE",
            about: "how much slower an exchange may be, such as 20%"
        ),
        CommandOption("--json", about: "one JSON document"),
    ]
    static let examples = [
        (line: "netlab diff before.har after.har", about: "what a new version changed"),
        (line: "netlab diff before.har after.har --tolerance 20%", about: "and what became slower"),
    ]

    private let files: [String]
    private let tolerance: Double?
    private let asJSON: Bool

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        files = arguments.positionals
        asJSON = arguments.has("--json")
        guard files.count == 2 else {
            throw CommandFailure(
                .wrongUsage,
                "netlab diff needs two HTTP archives",
                advice: Self.examples[0].line
            )
        }
        tolerance = try arguments.value("--tolerance").map(Self.share)
    }

    private static func share(_ text: String) throws(CommandFailure) -> Double {
        guard text.hasSuffix("%"), let percent = Double(text.dropLast()), 0...10_000 ~= percent else {
            throw CommandFailure(
                .wrongUsage,
                "--tolerance takes a percentage, not `\(text)`",
                advice: "for example --tolerance 20%"
            )
        }
        return percent / 100
    }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        for file in files where Folder.exists(file) {
            throw CommandFailure.invalidFile(
                "\(file): error: it is a folder; runs cannot be compared yet, only HTTP archives"
            )
        }
        let (before, after) = (try ArchiveReading.read(files[0]), try ArchiveReading.read(files[1]))
        let report = ArchiveComparisonReport(
            ArchiveComparison(before, after),
            files[0],
            files[1],
            tolerance: tolerance
        )
        if asJSON {
            console.print(report.json.pretty)
        } else {
            console.print(report.document)
        }
        return report.isAlike ? .done : .expectationsNotMet
    }
}
