import Programs

/// `netlab completions SHELL`.
struct CompletionsCommand: Command {
    static let name = "completions"
    static let summary = "Print a script that lets a shell complete netlab's command line"
    static let usage = CompletionShell.allCases.map(\.rawValue).joined(separator: "|")
    static let discussion = """
        The script knows every command and option, and all fixed names: profiles, bundled scenarios, kinds of
        reports, the proxy's verbs. It belongs to the program's version: print it again after an update.
        `make install` installs all three.
        """
    static let operands: KnownOperands = .one(.one(of: CompletionShell.allCases.map(\.rawValue)))
    static let examples = [
        (
            line: "netlab completions bash > netlab.bash",
            about: "for bash: source the file in ~/.bashrc"
        ),
        (
            line: "netlab completions zsh > _netlab",
            about: "for zsh: keep the file in a folder of $fpath, and run compinit again"
        ),
        (
            line: "netlab completions fish > netlab.fish",
            about: "for fish: keep the file in ~/.config/fish/completions"
        ),
    ]

    private let shell: CompletionShell

    init(_ arguments: ParsedArguments) throws(CommandFailure) {
        let names = CompletionShell.allCases.map(\.rawValue)
        let word = arguments.positionals.first
        guard arguments.positionals.count == 1, let word, let shell = CompletionShell(rawValue: word) else {
            throw CommandFailure(
                .wrongUsage,
                "netlab completions takes one shell of \(names.joined(separator: ", "))"
                    + (word.map { ": not `\($0)`" } ?? ""),
                advice: word?.nearest(among: names).map { "did you mean `netlab completions \($0)`?" }
                    ?? "netlab completions bash"
            )
        }
        self.shell = shell
    }

    func run(on console: Console) -> ExitStatus {
        console.print(shell.script(CommandList.all.map(CompletedCommand.init)))
        return .done
    }
}
