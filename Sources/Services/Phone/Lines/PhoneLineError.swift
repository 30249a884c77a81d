import JSON
import Phones
import Programs

/// Why a phone does not get a line.
enum PhoneLineError: Error, Hashable {
    case unknown(PhoneName, known: [PhoneName])
    /// The line asks for this, which hosts keep.
    case kept([HostSetting])

    var message: String {
        switch self {
        case .unknown(let name, _): "there is no phone `\(name)`"
        case .kept(let settings) where settings.allSatisfy(\.isOfNames):
            "\(settings.map { "`\($0.key)`" }.joined(separator: ", ")) cannot be one phone's own: "
                + "all phones ask the same name server"
        case .kept(let settings):
            "\(settings.map { "`\($0.key)`" }.joined(separator: ", ")) cannot change while phones use the line: "
                + "the hosts at its ends are made with it"
        }
    }

    var advice: String {
        switch self {
        case .unknown(let name, let known):
            name.text.nearest(among: known.map(\.text)).map { "did you mean `\($0)`?" }
                ?? "netlab phone list shows them"
        case .kept(let settings) where settings.allSatisfy(\.isOfNames):
            "change it for all: netlab phone throttle --set \(settings.first?.key ?? "")=VALUE"
        case .kept(let settings):
            "end netlab phone, and start it with --set \(settings.first?.key ?? "")=VALUE"
        }
    }

    /// As another command gets it.
    var json: JSONValue { ["error": .string(message), "advice": .string(advice)] }

    var failure: CommandFailure { CommandFailure(.failed, message, advice: advice) }
}
