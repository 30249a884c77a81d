import Phones
package import Programs

/// What `netlab phone throttle` wants: another line for all phones or for one, or that one shares the line again.
package struct PhoneThrottle: Hashable, Sendable {
    package static let options = [
        CommandOption("--phone", value: "NAME", about: "with throttle: the line of this phone alone"),
        CommandOption("--shared", about: "with throttle: the phone returns to the shared line"),
    ]

    /// nil means the shared line.
    let phone: PhoneName?
    /// nil shares the line again.
    let line: PhoneLine?

    init(_ line: PhoneLine?, of phone: PhoneName?) {
        self.line = line
        self.phone = phone
    }

    /// One profile, or `none`, and `--set`; or `--shared`.
    package init(_ profiles: [String], _ arguments: ParsedArguments) throws(CommandFailure) {
        let profiles = profiles + arguments.values("--profile")
        let settings = arguments.values("--set")
        phone = try arguments.value("--phone").map { text throws(CommandFailure) in
            try PhoneOptions.name(text)
        }
        if arguments.has("--shared") {
            guard phone != nil, profiles.isEmpty, settings.isEmpty else {
                throw CommandFailure(
                    .wrongUsage,
                    "--shared returns one phone to the shared line, and takes no other line",
                    advice: "netlab phone throttle --shared --phone anna"
                )
            }
            line = nil
            return
        }
        guard profiles.count <= 1, !profiles.isEmpty || !settings.isEmpty else {
            throw CommandFailure(
                .wrongUsage,
                "netlab phone throttle needs one profile, or --set",
                advice: "netlab phone throttle 3g; none lifts every limit"
            )
        }
        line = try PhoneLine(profile: profiles.first, settings: settings)
    }
}
