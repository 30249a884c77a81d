/// A subcommand: what it takes, what its help says, and its work.
protocol Command {
    static var name: String { get }
    /// One line for the list of commands.
    static var summary: String { get }
    /// What follows `netlab NAME` in the usage line.
    static var usage: String { get }
    /// What else a reader should know, in whole paragraphs.
    static var discussion: String { get }
    static var options: [CommandOption] { get }
    /// True where the first word that is no option ends the options: what follows is somebody else's.
    static var endsOptionsAtFirstName: Bool { get }
    /// The status of every failure of the command's; nil: each failure has its own.
    static var failureStatus: ExitStatus? { get }
    /// Lines that can be typed as they are, each with what it does.
    static var examples: [(line: String, about: String)] { get }

    init(_ arguments: ParsedArguments) throws(CommandFailure)

    func run(on console: Console) throws(CommandFailure) -> ExitStatus
}

extension Command {
    static var discussion: String { "" }
    static var options: [CommandOption] { [] }
    static var endsOptionsAtFirstName: Bool { false }
    static var failureStatus: ExitStatus? { nil }

    /// The whole help text of the command.
    static var help: String {
        var lines = ["usage: netlab \(name) \(usage)".trimmingTrailingSpace, "", summary + "."]
        if !discussion.isEmpty { lines += ["", discussion] }
        lines += ["", "options:"]
        let shown = (options + CommandOption.common).map { option in
            (option.names.joined(separator: ", ") + (option.value.map { " \($0)" } ?? ""), option.about)
        }
        let column = (shown.map(\.0.count).max() ?? 0) + 4
        lines += shown.map { "  " + $0.padded(to: column) + $1 }
        lines += ["", examples.count == 1 ? "example:" : "examples:"]
        for example in examples { lines += ["  \(example.line)", "      \(example.about)"] }
        return lines.joined(separator: "\n")
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(1, width - count))
    }

    fileprivate var trimmingTrailingSpace: String {
        hasSuffix(" ") ? String(dropLast()) : self
    }
}
