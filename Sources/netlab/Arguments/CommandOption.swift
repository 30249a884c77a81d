/// An option that a command takes.
struct CommandOption: Hashable, Sendable {
    /// All its spellings, the one shown first in front: `--output`, `-o`.
    var names: [String]
    /// What its value is called in the help; nil for a switch.
    var value: String?
    var about: String

    init(_ names: String..., value: String? = nil, about: String) {
        self.names = names
        self.value = value
        self.about = about
    }

    /// Options that every command takes.
    static let common = [
        CommandOption("--no-color", about: "no colour, also where NO_COLOR is set or TERM is dumb"),
        CommandOption("--help", "-h", about: "this text"),
    ]
}
