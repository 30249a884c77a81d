import Programs

/// A command as a shell completes it.
struct CompletedCommand: Sendable {
    var name: String
    var summary: String
    var options: [CommandOption]
    var operands: KnownOperands
    /// True if the first operand is another program's name, and what follows belongs to that program.
    var startsProgram: Bool

    /// All spellings of all options.
    var spellings: [String] { options.flatMap(\.names) }

    /// Spellings of the options that take a value.
    var valuedSpellings: [String] { options.filter { $0.value != nil }.flatMap(\.names) }
}

extension CompletedCommand {
    init(_ command: any Command.Type) {
        name = command.name
        summary = command.summary
        options = command.options + CommandOption.common
        operands = command.operands
        startsProgram = command.endsOptionsAtFirstName
    }
}
