import LinkModel
import Programs
import Scenarios

/// A line as the words of a command name it: a profile, and settings.
struct PhoneLine: Hashable, Sendable {
    /// Lifts every limit, where a profile is named.
    private static let none = "none"

    /// `--profile` and `--set` with their values.
    let words: [String]
    let link: LinkParameters

    /// Settings on top of a profile, or of no limit.
    init(profile: String?, settings: [String]) throws(CommandFailure) {
        let named = profile.flatMap { $0 == Self.none ? nil : ["--profile", $0] } ?? []
        try self.init(words: named + settings.flatMap { ["--set", $0] })
    }

    init(words: [String]) throws(CommandFailure) {
        self.words = words
        let arguments = try ParsedArguments(
            words,
            taking: ScenarioLoading.options,
            command: PhoneOptions.command
        )
        for setting in arguments.values("--set") { try Self.check(setting) }
        link = try BareScenario.load(ScenarioLoading(arguments), command: PhoneOptions.command).link
            .parameters
    }

    /// Throws if the setting would be taken and do nothing.
    private static func check(_ setting: String) throws(CommandFailure) {
        let key = setting.prefix { $0 != "=" }.filter { $0 != " " }
        if let kept = HostSetting.allCases.first(where: { $0.key == key && !$0.isOfNames }) {
            throw PhoneLineError.kept([kept]).failure
        }
        guard key.hasPrefix("link.") || key == "link" else {
            throw CommandFailure(
                .wrongUsage,
                "only the line can change while phones use it: not `\(key)`",
                advice: "for example --set link.down.loss=1%"
            )
        }
    }
}
