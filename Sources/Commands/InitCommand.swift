import Experiments
import Figures
import JSON
import LinuxIO
import Programs

/// `netlab init [DIR]`.
struct InitCommand: Command {
    static let name = "init"
    static let summary = "Write a commented scenario to start your own from"
    static let usage = "[DIR] [--from NAME] [-o FILE] [--json]"
    static let discussion = """
        DIR (default: this folder) is created if it is missing, and gets a scenario.yaml that runs as it is: a line, two
        pictures, a client with caches, two steps, and expectations. Its comments explain each part, and what to try
        next. Existing files are never overwritten.
        """
    static let options = [
        CommandOption(
            "--from",
            value: "NAME",
            known: .one(of: BundledScenarios.names),
            about: "begin with this bundled scenario (netlab scenarios lists them)"
        ),
        CommandOption(
            "--out",
            "-o",
            value: "FILE",
            about: "the scenario's file, in place of DIR/scenario.yaml"
        ),
        CommandOption("--json", about: "the file and the next command as one JSON document"),
    ]
    static let operands: KnownOperands = .one(.folders)
    static let examples = [
        (line: "netlab init trial", about: "trial/scenario.yaml, for netlab run trial/scenario.yaml"),
        (line: "netlab init --from tiers -o my-tiers.yaml", about: "a bundled scenario as a start"),
    ]

    private let file: String
    private let origin: String?
    private let asJSON: Bool

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard arguments.positionals.count <= 1 else {
            throw CommandFailure(.wrongUsage, "netlab init takes at most one folder")
        }
        let folder = arguments.positionals.first
        if folder != nil, arguments.has("--out") {
            throw CommandFailure(.wrongUsage, "--out names the file: leave the folder out")
        }
        if folder?.isEmpty == true || arguments.value("--out")?.isEmpty == true {
            throw CommandFailure(.wrongUsage, "the name is empty", advice: Self.examples[0].line)
        }
        file = arguments.value("--out") ?? folder.map { "\($0)/scenario.yaml" } ?? "scenario.yaml"
        origin = arguments.value("--from")
        asJSON = arguments.has("--json")
    }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        let text = try origin.map(ScenariosCommand.text(of:)) ?? Array(FirstScenario.text.utf8)
        try write(text)
        // A name that begins with a hyphen would be taken for an option.
        let path = file.hasPrefix("-") ? "./\(file)" : file
        let next = "netlab run \(path.quotedForShell)"
        if asJSON {
            let document: JSONValue = [
                "schema": "netlab.init/1", "file": file.json, "from": origin.json, "next": next.json,
            ]
            console.print(document.pretty)
        } else {
            console.print(
                "\(file): \(origin.map { "a copy of the bundled scenario \($0)" } ?? FirstScenario.about)"
            )
            console.note("next:    \(next)")
        }
        return .done
    }

    private func write(_ text: [UInt8]) throws(CommandFailure) {
        guard !WholeFile.exists(file) else {
            throw CommandFailure(
                .wrongUsage,
                "\(file) already exists, and netlab init does not overwrite files",
                advice: "name another folder, or another file with -o"
            )
        }
        do throws(SystemCallError) {
            if let slash = file.lastIndex(of: "/"), slash != file.startIndex {
                try Folder.make(String(file[..<slash]), mode: 0o777)
            }
            try WholeFile.writeNew(file, [text], mode: 0o666)
        } catch {
            throw CommandFailure(
                .failed,
                "\(file) could not be written: \(error)",
                advice: "name a folder that you may write to"
            )
        }
    }
}
