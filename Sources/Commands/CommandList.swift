import Programs

/// All subcommands in the order of the help.
enum CommandList {
    static var all: [any Command.Type] {
        [
            RunCommand.self,
            ExecCommand.self,
            PhoneCommand.self,
            ServeCommand.self,
            ProxyCommand.self,
            CheckCommand.self,
            PredictCommand.self,
            SweepCommand.self,
            ExplainCommand.self,
            ReportCommand.self,
            CaptureCommand.self,
            InspectCommand.self,
            ImportCommand.self,
            DiffCommand.self,
            ProfilesCommand.self,
            ScenariosCommand.self,
            InitCommand.self,
            FixtureCommand.self,
            CACommand.self,
            BenchCommand.self,
            DoctorCommand.self,
            CompletionsCommand.self,
            HelpCommand.self,
        ]
    }

    /// What the program is.
    static let about = """
        netlab makes a line (rate, delay, loss), downloads images over it through a caching client, records the
        packets, and compares the measurements with theory.
        """

    /// The output of `netlab` alone: what it is and what to type next.
    static let greeting = """
        \(about)

          netlab run dsl          three images over a 2 Mbit/s DSL line
          netlab help             every command
        """

    /// Options that may take the place of a command.
    static let options = ["--version", "--help", "--no-color"]

    private static func unknown(option: String) -> CommandFailure {
        let nearest = option == "-v" ? "--version" : option.nearest(among: options)
        return CommandFailure(
            .wrongUsage,
            "netlab has no option `\(option)` without a command",
            advice: nearest.map { "did you mean `netlab \($0)`?" } ?? "netlab help lists the commands"
        )
    }

    static func named(_ name: String) throws(CommandFailure) -> any Command.Type {
        if let command = all.first(where: { $0.name == name }) { return command }
        if name.hasPrefix("-") { throw unknown(option: name) }
        let nearest = name.nearest(among: all.map { $0.name })
        throw CommandFailure(
            .wrongUsage,
            "there is no command `\(name)`",
            advice: nearest.map { "did you mean `netlab \($0)`?" } ?? "netlab help lists the commands"
        )
    }
}
