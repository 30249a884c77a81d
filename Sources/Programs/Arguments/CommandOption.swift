/// An option of a command.
package struct CommandOption: Hashable, Sendable {
    /// All spellings; help shows the first one: `--output`, `-o`.
    package var names: [String]
    /// Name of the value in the help; nil for a switch.
    package var value: String?
    /// What the value may be.
    package var known: KnownValues
    package var about: String

    /// Without `known`, what the value may be follows from its name.
    package init(_ names: String..., value: String? = nil, known: KnownValues? = nil, about: String) {
        self.names = names
        self.value = value
        self.known = known ?? value.map { .named($0) } ?? .unknown
        self.about = about
    }

    /// Options of every command.
    package static let common = [
        CommandOption("--no-color", about: "print without colour (as with NO_COLOR or TERM=dumb)"),
        CommandOption("--help", "-h", about: "show this text"),
    ]
}
