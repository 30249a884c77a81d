/// An option of a command.
struct CommandOption: Hashable, Sendable {
    /// All spellings; help shows the first one: `--output`, `-o`.
    var names: [String]
    /// Name of the value in the help; nil for a switch.
    var value: String?
    /// What the value may be.
    var known: KnownValues
    var about: String

    /// Without `known`, what the value may be follows from its name.
    init(_ names: String..., value: String? = nil, known: KnownValues? = nil, about: String) {
        self.names = names
        self.value = value
        self.known = known ?? value.map { .named($0) } ?? .unknown
        self.about = about
    }

    /// Options of every command.
    static let common = [
        CommandOption("--no-color", about: "no colour (as with NO_COLOR or TERM=dumb)"),
        CommandOption("--help", "-h", about: "show this text"),
    ]
}
