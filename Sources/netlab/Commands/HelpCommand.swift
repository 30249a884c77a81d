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
        console.print(topic?.help ?? Self.overview)
        return .done
    }

    static var overview: String {
        let width = CommandList.all.map { $0.name.count }.max() ?? 0
        let rows = CommandList.all.map { command in
            let gap = String(repeating: " ", count: width - command.name.count + 3)
            return "  \(command.name)\(gap)\(command.summary)"
        }
        return """
            usage: netlab COMMAND [OPTIONS]

            \(rows.joined(separator: "\n"))

            `netlab help COMMAND` has options and examples; `netlab --version` the version.
            Exit status: 0 done and every expectation held, 1 wrong usage, 2 a file is invalid, 3 the environment or
            the run failed or the machine was too busy, 4 an expectation was not met, 130 interrupted.
            """
    }
}
