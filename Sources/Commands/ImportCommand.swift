import Figures
import Inspecting
import Inspection
import LinkModel
import Programs
import Recordings
import Reports
import Scenarios

/// `netlab import FILE -o DIR`.
struct ImportCommand: Command {
    static let name = "import"
    static let summary = "Turn recorded traffic into a scenario with its fixtures"
    static let usage = "FILE -o DIR [--profile PROFILE] [--keylog FILE] [--keep-secrets]"
    static let discussion = """
        FILE is an HTTP archive (HAR, from Chrome, Firefox, Charles or mitmproxy) or a capture (pcapng or pcap, compressed
        or not, `-`, or a run's folder). DIR gets the recorded bodies as fixtures, and scenario.yaml, which repeats the
        fetches with the hosts, names, sizes, server times and starts of the recording, over the line that is estimated
        from a capture (netlab inspect --fit) or that --profile names. Made content of the transferred size replaces a
        body that was compressed, or whose bytes were not recorded. Cookies, authorisation and the secrets in queries
        are left out. Bodies are not changed: look at them before you share them.
        """
    static let options = [
        CommandOption("--out", "-o", value: "DIR", about: "a new folder for the scenario and its fixtures"),
        CommandOption("--name", value: "NAME", about: "the scenario's name (default DIR's name)"),
        CommandOption("--profile", value: "PROFILE", about: "the replay's line: one of `netlab profiles`"),
        CommandOption(
            "--keylog",
            value: "FILE",
            about: "a TLS key log, to decrypt a capture's connections"
        ),
        CommandOption("--keep-secrets", about: "keep cookies, authorisation and queries"),
    ]
    static let operands: KnownOperands = .one(.files)
    static let examples = [
        (
            line: "netlab import shop.har -o shop --profile 3g",
            about: "a page recorded in a browser, over a 3G line"
        ),
        (
            line: "netlab import phone.pcapng -o phone",
            about: "an app's traffic, over the line that it was recorded on"
        ),
    ]

    private let file: String
    private let folder: String
    private let title: String
    private let link: LinkSettings?
    private let keys: [UInt8]
    private let keepsSecrets: Bool

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard arguments.positionals.count == 1, let folder = arguments.value("--out") else {
            throw CommandFailure(
                .wrongUsage,
                "netlab import needs one recording and a folder for the scenario",
                advice: Self.examples[0].line
            )
        }
        file = arguments.positionals[0]
        self.folder = folder
        title = ReplayTitle.text(arguments.value("--name") ?? folder)
        keys = try arguments.value("--keylog").map(KeyLogFile.read) ?? []
        keepsSecrets = arguments.has("--keep-secrets")
        guard let profile = arguments.value("--profile") else {
            link = nil
            return
        }
        let chosen = try ProfileChoice.preset(profile)
        link = LinkSettings(profile: chosen.name, parameters: chosen.link)
    }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        let recording = try ImportSource.read(file, keys: keys, limits: InspectionLimits())
        let replay = ReplayScenario(recording, name: title, link: link, keepsSecrets: keepsSecrets)
        for remark in replay.remarks { console.note("note: \(remark.words)") }
        guard !replay.isEmpty else {
            throw CommandFailure.invalidFile(
                "\(file): error: the recording holds no response that can be fetched again"
            )
        }
        let scenario = try ReplayFolder.write(replay, to: folder)
        console.print("\(scenario): \(replay.summary)")
        console.note("next:    netlab run \(scenario.quotedForShell)")
        return .done
    }
}
