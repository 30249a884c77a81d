import LinkModel
import Phones
package import Programs

/// The lines of their own that phones have from the start: `--line NAME=PROFILE`.
package struct OwnPhoneLines {
    package static let option = CommandOption(
        "--line",
        value: "NAME=PROFILE",
        about: "a line of its own for a phone, `none` without limits; repeatable"
    )

    /// By the phones' names, in the order of the command line.
    let lines: [(name: PhoneName, link: LinkParameters)]

    /// `hosts` is the line that the hosts are made for.
    init(_ arguments: ParsedArguments, behind hosts: LinkParameters) throws(CommandFailure) {
        var lines: [(name: PhoneName, link: LinkParameters)] = []
        for text in arguments.values(Self.option.names[0]) {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2 else {
                throw CommandFailure(
                    .wrongUsage,
                    "--line takes NAME=PROFILE: not `\(text)`",
                    advice: "for example --line bert=edge"
                )
            }
            let name = try PhoneOptions.name(parts[0])
            guard !lines.contains(where: { $0.name == name }) else {
                throw CommandFailure(.wrongUsage, "--line gives \(name) two lines: a phone can have only one")
            }
            let link = try PhoneLine(profile: parts[1], settings: []).link
            let missing = HostSetting.missing(from: hosts, for: link, isOwn: true)
            guard missing.isEmpty else { throw PhoneLineError.kept(missing).failure }
            lines.append((name, link))
        }
        self.lines = lines
    }

    /// Throws if one is of a phone that there is not.
    func check(among names: [PhoneName]) throws(CommandFailure) {
        for (name, _) in lines where !names.contains(name) {
            throw PhoneLineError.unknown(name, known: names).failure
        }
    }
}
