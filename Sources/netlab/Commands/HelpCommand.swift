import Reports

/// `netlab help [COMMAND]`.
struct HelpCommand: Command {
    static let name = "help"
    static let summary = "Show every command, or one command's options and examples"
    static let usage = "[COMMAND]"
    static let examples = [(line: "netlab help run", about: "what `netlab run` takes")]

    private let topic: (any Command.Type)?

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        guard arguments.positionals.count <= 1 else {
            throw CommandFailure(.wrongUsage, "netlab help takes one command at most")
        }
        if let name = arguments.positionals.first {
            topic = try CommandList.named(name)
        } else {
            topic = nil
        }
    }

    func run(on console: Console) -> ExitStatus {
        console.print(topic?.help(console.style.width) ?? Self.overview(console.style.width))
        return .done
    }

    /// The overview for a terminal of this many columns.
    static func overview(_ width: Int) -> String {
        let commands = TermList(CommandList.all.map { ($0.name, $0.summary) }, indent: 2)
        let blocks = [["usage: netlab COMMAND [OPTIONS]"], commands.lines(width), closing.paragraphs(width)]
        return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
    }

    private static let closing = """
        `netlab help COMMAND` shows its options and examples; `netlab --version` shows the version.

        Exit status: 0 done and every expectation held, 1 wrong usage, 2 a file is invalid, 3 the environment or
        the run failed or the machine was too busy, 4 an expectation was not met, 130 interrupted.
        """
}
