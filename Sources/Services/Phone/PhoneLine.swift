package import LinkModel
package import Programs
import Scenarios

/// A line as the words of a command name it: a profile, and settings.
package struct PhoneLine: Hashable, Sendable {
    /// `--profile` and `--set` with their values.
    let words: [String]
    package let link: LinkParameters

    /// As `netlab phone throttle` takes it: one profile, or `none`, and `--set`.
    package init(_ profiles: [String], _ arguments: ParsedArguments) throws(CommandFailure) {
        let profiles = profiles + arguments.values("--profile")
        let settings = arguments.values("--set")
        guard profiles.count <= 1, !profiles.isEmpty || !settings.isEmpty else {
            throw CommandFailure(
                .wrongUsage,
                "netlab phone throttle needs one profile, or --set",
                advice: "netlab phone throttle 3g; none lifts every limit"
            )
        }
        let named = profiles.filter { $0 != "none" }.flatMap { ["--profile", $0] }
        try self.init(words: named + settings.flatMap { ["--set", $0] })
    }

    init(words: [String]) throws(CommandFailure) {
        self.words = words
        let arguments = try ParsedArguments(
            words,
            taking: ScenarioLoading.options,
            command: PhoneOptions.command
        )
        link = try BareScenario.load(ScenarioLoading(arguments), command: PhoneOptions.command).link
            .parameters
    }
}
