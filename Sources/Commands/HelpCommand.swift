import LinuxIO
import Programs
import Reports

/// `netlab help [COMMAND]`.
struct HelpCommand: Command {
    static let name = "help"
    static let summary = "Show every command, or one command's options and examples"
    static let usage = "[COMMAND] [--man [-o DIR]]"
    static let options = [
        CommandOption("--man", about: "the same as a manual page, in roff: man -l shows it"),
        CommandOption("--out", "-o", value: "DIR", about: "with --man: write every page into this folder"),
    ]
    static var operands: KnownOperands { .one(.one(of: CommandList.all.map { $0.name })) }
    static let examples = [
        (line: "netlab help run", about: "what `netlab run` takes"),
        (line: "netlab help --man run > netlab-run.1", about: "the same for man"),
        (line: "netlab help --man -o man1", about: "every page of the manual, as make install keeps them"),
    ]

    private let topic: (any Command.Type)?
    private let isManual: Bool
    /// Where all pages of the manual go.
    private let folder: String?

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard arguments.positionals.count <= 1 else {
            throw CommandFailure(.wrongUsage, "netlab help takes at most one command")
        }
        if let name = arguments.positionals.first {
            topic = try CommandList.named(name)
        } else {
            topic = nil
        }
        isManual = arguments.has("--man")
        folder = arguments.value("--out")
        guard folder != nil else { return }
        guard isManual else { throw CommandFailure(.wrongUsage, "--out needs --man") }
        guard topic == nil else {
            throw CommandFailure(.wrongUsage, "--out writes every page: leave the command out")
        }
    }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus {
        if let folder {
            try write(to: folder)
        } else if isManual {
            console.print((topic.map(ManualPage.init) ?? .program).text)
        } else {
            console.print(topic?.help(console.style.width) ?? Self.overview(console.style.width))
            if topic == nil, let guide = InstalledGuide.path { console.print("\nThe guide: \(guide)") }
        }
        return .done
    }

    private func write(to folder: String) throws(CommandFailure) {
        do throws(SystemCallError) {
            try Folder.make(folder, mode: 0o755)
            for page in [.program] + CommandList.all.map(ManualPage.init) {
                try WholeFile.write("\(folder)/\(page.name).1", Array(page.text.utf8), mode: 0o644)
            }
        } catch {
            throw CommandFailure(.failed, "the manual could not be written: \(error)")
        }
    }

    /// The overview for a terminal of this many columns.
    static func overview(_ width: Int) -> String {
        let commands = TermList(CommandList.all.map { ($0.name, $0.summary) }, indent: 2)
        let blocks = [["usage: netlab COMMAND [OPTIONS]"], commands.lines(width), closing.paragraphs(width)]
        return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private static let closing = """
        `netlab help COMMAND` shows its options and examples; `netlab --version` shows the version.

        Exit status: \(statuses)
        """

    /// What the program's exit status means.
    static let statuses = """
        0 done and every expectation held, 1 wrong usage, 2 a file is invalid, 3 the environment or
        the run failed or the machine was too busy, 4 an expectation was not met, 130 interrupted.
        """
}
