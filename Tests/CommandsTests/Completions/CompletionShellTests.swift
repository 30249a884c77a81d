import Programs
import Testing

@testable import Commands

@Suite(.timeLimit(.minutes(1)))
struct CompletionShellTests {
    private static let commands = CommandList.all.map(CompletedCommand.init)

    /// What a script says of one command: from its first line to the next command's.
    private static func part(_ command: CompletedCommand, of script: String, _ shell: CompletionShell)
        -> [Substring]
    {
        let lines = script.split(separator: "\n")
        switch shell {
        case .bash:
            return Array(lines.drop { $0 != "    \(command.name))" }.prefix { $0 != "        ;;" })
        case .zsh:
            return Array(
                lines.drop { !$0.contains(" \(command.name)) _arguments") }.prefix { !$0.hasSuffix(";;") }
            )
                + lines.filter { $0.hasSuffix(";;") }
        case .fish: return lines.filter { $0.contains("'__netlab_command \(command.name)'") }
        }
    }

    /// How a script names an option.
    private static func spelling(_ name: String, _ shell: CompletionShell) -> String {
        guard shell == .fish else { return name }
        return name.hasPrefix("--") ? "-l \(name.dropFirst(2)) " : "-s \(name.dropFirst(1)) "
    }

    @Test(arguments: CompletionShell.allCases)
    func `completes every command and all of its options`(_ shell: CompletionShell) {
        let script = shell.script(Self.commands)
        for command in Self.commands {
            let part = Self.part(command, of: script, shell).joined(separator: "\n")
            #expect(!part.isEmpty, "\(command.name)")
            let missing = command.spellings.filter { !part.contains(Self.spelling($0, shell)) }
            #expect(missing == [], "\(command.name)")
        }
    }

    @Test(arguments: CompletionShell.allCases)
    func `completes fixed names`(_ shell: CompletionShell) {
        let script = shell.script(Self.commands)
        for word in [
            "nlc/dsl", "bufferbloat", "throttle", "junit", "toxiproxy", "mobile-handover", "virtual",
        ] {
            #expect(script.contains(word), "\(word)")
        }
    }

    @Test func `an option's values are known from its placeholder or declaration`() {
        #expect(CommandOption("--a", value: "FILE", about: "").known == .files)
        #expect(CommandOption("--a", value: "DIR", about: "").known == .folders)
        #expect(CommandOption("--a", value: "N", about: "").known == .unknown)
        #expect(CommandOption("--a", about: "").known == .unknown)
        #expect(CommandOption("--a", value: "FILE", known: .one(of: ["x"]), about: "").known.words == ["x"])
    }

    @Test(arguments: [
        (["run", "exec"], "'run exec'"), (["a b"], #"''\''a b'\'''"#),
        (["--x", "$HOME"], #"'--x '\''$HOME'\'''"#),
        ([], "''"),
    ])
    func `words for bash are quoted twice, since compgen removes quotes like the shell`(
        _ words: [String],
        _ list: String
    ) {
        #expect(BashCompletion.list(words) == list)
    }

    @Test(arguments: [
        ("the run's folder", #"'the run\'s folder'"#), (#"a\b"#, #"'a\\b'"#),
        ("$x `y` \"z\"", "'$x `y` \"z\"'"),
        ("'\u{301}", "'\\'\u{301}'"),
    ])
    func `text for fish is quoted`(_ text: String, _ quoted: String) {
        #expect(FishCompletion.quoted(text) == quoted)
    }

    @Test func `text for zsh is escaped`() {
        let odd = CompletedCommand(
            name: "odd",
            summary: "It's odd",
            options: [CommandOption("--to", "-t", value: "HOST:PORT", about: "the client's [own]: *")],
            operands: .one(.one(of: ["it's"])),
            startsProgram: false
        )
        let script = ZshCompletion([odd]).script
        #expect(script.contains(#"'odd:It'\''s odd'"#))
        #expect(script.contains(#"'*--to=[the client'\''s \[own\]\: *]:HOST\:PORT: '"#))
        #expect(script.contains(#"'*-t[the client'\''s \[own\]\: *]:HOST\:PORT: '"#))
        #expect(script.contains(#"compadd "$@" -- 'it'\''s'"#))
    }

    @Test func `an unknown shell is rejected with the nearest`() {
        let failure = #expect(throws: CommandFailure.self) {
            let words = try ParsedArguments(["zhs"], taking: CommandOption.common, command: "completions")
            _ = try CompletionsCommand(words)
        }
        #expect(failure?.status == .wrongUsage)
        #expect(failure?.message.contains("bash, zsh, fish: not `zhs`") == true)
        #expect(failure?.advice?.contains("netlab completions zsh") == true)
    }
}
