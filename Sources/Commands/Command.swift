import LinuxIO
import Programs
import Reports

/// A subcommand: its arguments, its help, and its work.
protocol Command {
    static var name: String { get }
    /// One line for the list of commands.
    static var summary: String { get }
    /// What follows `netlab NAME` in the usage line.
    static var usage: String { get }
    /// More for the reader, in whole paragraphs.
    static var discussion: String { get }
    static var options: [CommandOption] { get }
    /// What it takes besides options.
    static var operands: KnownOperands { get }
    /// True if the first positional ends the options, since what follows belongs to another program.
    static var endsOptionsAtFirstName: Bool { get }
    /// Exit status for all failures of the command; nil keeps each failure's own status.
    static var failureStatus: ExitStatus? { get }
    /// Command lines that can be typed as they are, each with its purpose.
    static var examples: [(line: String, about: String)] { get }

    init(_ arguments: ParsedArguments) throws(CommandFailure)

    /// All that its work needs of the process's rights; nil for all of them, as for a command that makes hosts.
    var rights: ProcessRights? { get }

    func run(on console: Console) throws(CommandFailure) -> ExitStatus
}

extension Command {
    static var discussion: String { "" }
    static var options: [CommandOption] { [] }
    static var operands: KnownOperands { .none }
    static var endsOptionsAtFirstName: Bool { false }
    static var failureStatus: ExitStatus? { nil }
    var rights: ProcessRights? { .files }

    /// The command's complete help text for a terminal of this many columns. Example lines are never wrapped,
    /// so that they can be copied.
    static func help(_ width: Int) -> String {
        var lines = usageLines(width) + [""] + "\(summary).".wrapped(width)
        if !discussion.isEmpty { lines += [""] + discussion.paragraphs(width) }
        lines += ["", "options:"]
        let shown = (options + CommandOption.common).map { option in
            (
                term: option.names.joined(separator: ", ") + (option.value.map { " \($0)" } ?? ""),
                meaning: option.about
            )
        }
        lines += TermList(shown, indent: 2).lines(width)
        lines += ["", examples.count == 1 ? "example:" : "examples:"]
        for example in examples { lines += ["  \(example.line)"] + example.about.wrapped(width, indent: 6) }
        return lines.joined(separator: "\n")
    }

    /// Wraps the usage line between brackets, never inside them.
    private static func usageLines(_ width: Int) -> [String] {
        var (text, group, depth) = ("", "", 0)
        for character in usage {
            if character == "[" { depth += 1 }
            if depth > 0 { group.append(character) } else { text.append(character) }
            if character == "]" { depth -= 1 }
            guard depth == 0 else { continue }
            text += group.unbroken
            group = ""
        }
        return "usage: netlab \(name) \(text)".wrapped(width, hanging: 4)
    }
}
